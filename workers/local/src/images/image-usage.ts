import type { ImageRequest } from './image-request.ts'

/** Roughly as OpenAI counts: a token per four letters of the prompt, and per 16 x 16 pixels. Nothing is billed. */
export function usageOf({ prompt, canvas, n }: ImageRequest) {
  const text = Math.ceil(prompt.length / 4)
  const output = n * Math.ceil((canvas.width * canvas.height) / 256)
  return {
    total_tokens: text + output,
    input_tokens: text,
    output_tokens: output,
    input_tokens_details: { text_tokens: text, image_tokens: 0 },
  }
}

/** What every answer of GPT Image says about its images. */
export function describeImages({ canvas, quality, transparent, format }: ImageRequest) {
  return {
    background: transparent ? 'transparent' : 'opaque',
    output_format: format,
    quality: quality === 'auto' ? 'medium' : quality,
    size: `${canvas.width}x${canvas.height}`,
  }
}
