import { expect, test } from 'vitest'
import { releasedSchema, startReleasedWorker } from './testing-release.ts'

const released = {
  schemas: {
    Word: { type: 'string', pattern: '^[^\\p{Cc}\\p{Zl}]+$' },
    Answer: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
  paths: {},
}
const answer = (body: unknown) => ({ 'GET /a': { schema: 'Answer', status: 200, body } })

test.each([
  ['Un loup 🐺', true],
  ['deux\nlignes', false],
  ['deux\u2028lignes', false],
  ['\u009f', false],
])('%j matches a pattern of classes of characters: %s', (word, matches) => {
  expect(releasedSchema(released, 'Word').safeParse(word).success).toBe(matches)
})

test("gives the last release's answers and stores the requests", async () => {
  const worker = startReleasedWorker(released, answer({ id: 'one' }))
  expect(await (await worker.fetch('/a')).json()).toEqual({ id: 'one' })
  await expect(worker.fetch('/b', { method: 'PUT', body: '{"a":1}' })).rejects.toThrow('no recorded answer to PUT /b')
  expect(worker.sent).toEqual([
    { call: 'GET /a', body: undefined },
    { call: 'PUT /b', body: { a: 1 } },
  ])
})

test.each([[{}], [{ id: 'one', news: true }]])('refuses %j for an answer of the last release', (body) => {
  expect(() => startReleasedWorker(released, answer(body))).toThrow()
})
