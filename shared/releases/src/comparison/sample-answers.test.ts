import { expect, test } from 'vitest'
import { type Amount, readSamples } from './sample-answers.ts'

const schemas = {
  Plate: {
    type: 'object',
    required: ['id', 'imageUrl', 'note'],
    properties: {
      id: { type: 'string' },
      imageUrl: { type: 'string', format: 'uri' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      number: { type: 'number' },
      parentId: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      favourite: { type: 'boolean' },
    },
  },
  PlatePage: {
    type: 'object',
    required: ['plates', 'next', 'total'],
    properties: {
      plates: { type: 'array', items: { $ref: '#/components/schemas/Plate' } },
      next: { type: ['string', 'null'] },
      total: { type: 'number' },
      colors: { type: 'array', items: { type: 'string' } },
    },
  },
  Rename: { type: 'object', properties: { name: { type: 'string' } } },
}
const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const document = {
  paths: {
    '/api/plates/plates': {
      get: { responses: { '200': json('PlatePage') } },
      post: { responses: { '201': json('Plate'), '400': {} }, requestBody: json('Rename') },
    },
    '/api/plates/plates/{id}': {
      get: { responses: { '200': json('Plate') } },
      delete: { responses: { '204': {} } },
    },
    '/api/plates/files/{id}': { get: { responses: { '200': { content: { 'image/*': {} } } } } },
  },
  components: { schemas },
}
const plate = {
  id: 'plate-p1',
  imageUrl: 'https://encre.test/api/plates/images/p1',
  note: 'a note',
}
const body = { plates: [plate], next: 'more', total: 2 }
const answers = { 'GET /api/plates/plates': { schema: 'PlatePage', status: 200, body } }
const samples = readSamples(document, JSON.stringify(answers), 'https://site.test')

function answer(amount: Amount, path: string, method = 'GET') {
  return samples.answer(amount, method, new URL(path, 'https://site.test'))
}

const here = { ...plate, imageUrl: 'https://site.test/api/plates/images/p1' }
const filled = { ...here, number: 7, parentId: expect.any(String), favourite: true }

test('a recorded answer has every field of the contract, and images of the site', () => {
  expect(answer('one', '/api/plates/plates?style=ink')).toEqual({
    status: 200,
    body: { plates: [filled], next: 'more', total: 2, colors: [] },
  })
})

test('an operation that was never recorded has the recorded values of its fields', () => {
  const named = { ...filled, id: 'plate-p2' }
  expect(answer('some', '/api/plates/plates/plate-p2')).toEqual({ status: 200, body: named })
  expect(answer('some', '/api/plates/plates', 'POST')).toMatchObject({ status: 201 })
})

test('without data there are no items, optional fields and counts', () => {
  const nothing = { plates: [], next: null, total: 0 }
  expect(answer('none', '/api/plates/plates')?.body).toEqual(nothing)
  expect(answer('many', '/api/plates/plates?cursor=other')?.body).toEqual(nothing)
})

test('many items have ids of their own', () => {
  const ids = JSON.stringify(answer('many', '/api/plates/plates')).match(/"id":"[^"]+"/g)
  expect(new Set(ids).size).toBe(60)
})

test('a deletion has no body, a file and an unknown address have no answer', () => {
  expect(answer('some', '/api/plates/plates/p1', 'DELETE')).toEqual({ status: 204 })
  expect(answer('some', '/api/plates/files/p1')).toBeNull()
  expect(answer('some', '/api/plates/sketches', 'POST')).toBeNull()
})

test('knows which fields a worker takes, and an object for routes with a parameter', () => {
  expect(samples.takes('POST /api/plates/plates', 'name')).toBe(true)
  expect(samples.takes('POST /api/plates/plates', 'extra')).toBe(false)
  expect(samples.exampleId).toBe('plate-p1')
})
