import type { ModelFamily } from './provider.ts'

/** The specification's body, field by field (section 7). */
export const dallE: ModelFamily = {
  references: false,
  partials: false,
  transparent: false,
  fitPrompt: (prompt) => prompt.slice(0, 4000),
  send: (client, { model, prompt }, signal) =>
    client.images.generate({ model, prompt, n: 1, size: '1024x1024', quality: 'standard', style: 'vivid' }, { signal }).asResponse(),
}
