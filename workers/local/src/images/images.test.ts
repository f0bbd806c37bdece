import { Hono } from 'hono'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { imageFiles } from './image-files.ts'
import { images } from './images.ts'

const origin = 'http://localhost:8788'
const app = new Hono<{ Bindings: { IMAGE_MODELS_SERVED: string } }>().route('/v1', images).route('/files', imageFiles)
const prompt = 'Create a dotwork tattoo design. Subject: un loup sous la lune. Use black ink. Tattoo size: Petit (5-8 cm). Placement: Bras.'

function createClient(served = '') {
  const fetch = (input: string | URL | Request, init?: RequestInit) => app.fetch(new Request(input, init), { IMAGE_MODELS_SERVED: served })
  return new OpenAI({ apiKey: 'any', baseURL: `${origin}/v1`, maxRetries: 0, fetch: async (input, init) => fetch(input, init) })
}

test('answers a generation as GPT Image does, with a PNG of the asked size', async () => {
  const { data, size, output_format } = await createClient().images.generate({ model: 'gpt-image-2.5-flare', prompt, size: '1024x1024' })
  const png = Uint8Array.fromBase64(data?.[0]?.b64_json ?? '')
  expect([...png.subarray(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)))
  expect(new DataView(png.buffer).getUint32(16)).toBe(1024)
  expect({ size, output_format }).toEqual({ size: '1024x1024', output_format: 'png' })
})
