import { expect, test } from 'vitest'
import { exampleAnswer, matchesAddress, type OperationsDocument } from './example-answers.ts'

const plate = { $ref: '#/components/schemas/Plate' }
const created = { '201': { content: { 'application/json': { schema: plate } } }, '400': {} }
const operations: OperationsDocument = {
  paths: {
    '/api/plates/plates': { post: { responses: created } },
    '/api/plates/plates/{id}': { delete: { responses: { '204': {} } } },
  },
  components: {
    schemas: {
      Plate: {
        type: 'object',
        required: ['id', 'imageUrl', 'state', 'note', 'tags', 'at', 'count'],
        properties: {
          id: { type: 'string' },
          imageUrl: { type: 'string', format: 'uri' },
          state: { enum: ['queued', 'done'] },
          note: { anyOf: [{ type: 'null' }, { type: 'string' }] },
          tags: { type: 'array', items: { type: 'string' } },
          at: { type: 'string', format: 'date-time' },
          count: { type: 'integer', minimum: 3 },
          optional: { type: 'string' },
        },
      },
    },
  },
}

const answer = (method: string, path: string) =>
  exampleAnswer(operations, method, new URL(path, 'https://site.test'))

test('a write is answered with the least that its contract asks for', () => {
  expect(answer('POST', '/api/plates/plates')).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      imageUrl: 'https://site.test/favicon.svg',
      state: 'queued',
      note: null,
      tags: [],
      at: '2026-11-20T10:00:00.000Z',
      count: 3,
    },
  })
})

test('a deletion has no body, and an unknown address no answer', () => {
  expect(answer('DELETE', '/api/plates/plates/p1')).toEqual({ status: 204, body: undefined })
  expect(answer('PUT', '/api/plates/plates/p1')).toBeNull()
  expect(answer('POST', '/api/plates/sketches')).toBeNull()
})

test.each([
  { path: '/api/plates/plates/p1', names: true },
  { path: '/api/plates/plates/', names: false },
  { path: '/api/plates/plates/p1/more', names: false },
])('an address with a variable part names $path: $names', ({ path, names }) => {
  expect(matchesAddress('/api/plates/plates/{}', path)).toBe(names)
})
