import type { ModelFamily } from './provider.ts'

const partialImages = 2

/** GPT Image has no `style` and no `response_format`: quality 'standard' is 'medium', and 'vivid' becomes part of the prompt. */
export const gptImage: ModelFamily = {
  references: true,
  partials: true,
  transparent: true,
  fitPrompt: (prompt) => `${prompt} Vivid rendering: bold, dramatic and expressive.`,
  send(client, { model, prompt, ownerKey, reference, stream, transparent }, signal) {
    const body = {
      model,
      prompt,
      n: 1,
      size: '1024x1024',
      quality: 'medium',
      output_format: 'png',
      safety_identifier: ownerKey,
      ...(transparent && { background: 'transparent' as const }),
      ...(stream && { stream: true as const, partial_images: partialImages }),
    } as const
    if (reference) return client.images.edit({ ...body, image: [reference] }, { signal }).asResponse()
    return client.images.generate(body, { signal }).asResponse()
  },
}
