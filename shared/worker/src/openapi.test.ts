import type { Operation } from '@encre/protocol/operation'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeOperations } from './openapi.ts'

const Design = z.object({ id: z.string() })
const ListQuery = z.strictObject({ cursor: z.optional(z.string()) })
const listDesigns: Operation = {
  method: 'GET',
  path: '/api/gallery/designs',
  summary: 'Lists',
  query: ListQuery,
  answers: { 200: z.array(Design) },
  problems: { 400: ['invalid-cursor'] },
}
const replaceFile: Operation = {
  method: 'PUT',
  path: '/api/gallery/designs/:id/files/:path',
  summary: 'Replaces',
  access: 'public',
  body: Design,
  headers: ['Idempotency-Key'],
  answers: { 200: Design, 204: null },
  problems: { 404: ['not-found'] },
}
const contract = { Design, listDesigns, replaceFile }

it('describes operations as OpenAPI 3.1, with the schemas of the contract as components', () => {
  const { openapi, components, paths } = describeOperations('gallery', contract)
  expect({ openapi, components }).toMatchObject({
    openapi: '3.1.0',
    components: { schemas: { Design: {}, Problem: {} } },
  })
  const reference = { $ref: '#/components/schemas/Design' }
  expect(paths).toMatchObject({
    '/api/gallery/designs': {
      get: {
        security: [{ member: [] }],
        parameters: [{ name: 'cursor', in: 'query', required: false, schema: { type: 'string' } }],
        responses: {
          200: {},
          400: {
            content: {
              'application/problem+json': {
                schema: { properties: { code: { enum: ['invalid-cursor', 'invalid-request'] } } },
              },
            },
          },
          401: { content: { 'application/problem+json': {} } },
          503: {},
        },
      },
    },
    '/api/gallery/designs/{id}/files/{path}': {
      put: {
        operationId: 'putDesignsIdFilesPath',
        security: [],
        parameters: [
          { name: 'id', in: 'path' },
          { name: 'path', in: 'path' },
          { name: 'Idempotency-Key', in: 'header', required: true },
        ],
        requestBody: { content: { 'application/json': { schema: reference } } },
        responses: {
          200: { content: { 'application/json': { schema: reference } } },
          204: { description: 'The answer' },
          404: {},
          429: {},
        },
      },
    },
  })
})
