import { expect, it, vi } from 'vitest'
import { createClient } from './call-provider.ts'

it('sends the key that the worker has at the moment, so that a rotated key is used by the next call', async () => {
  const sent: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push(new Request(input, init).headers.get('authorization'))
    return Response.json({ object: 'list', data: [] })
  })
  for (const OPENAI_API_KEY of ['old', 'new']) {
    await createClient({ OPENAI_API_KEY, OPENAI_BASE_URL: 'https://provider.test/v1' }, 1000).models.list()
  }
  expect(sent).toEqual(['Bearer old', 'Bearer new'])
  vi.restoreAllMocks()
})
