import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ContractShape, describeContract, findContractGaps } from './contract-shape.ts'

/** The incompatibilities of a page built with `before` and a worker with `after`. */
function gaps(before: z.ZodMiniType, after: z.ZodMiniType | null): string[] {
  return findContractGaps(
    describeContract({ Body: before }),
    describeContract(after ? { Body: after } : {}),
  )
}

const Answer = z.object({
  id: z.string(),
  state: z.enum(['queued', 'done']),
  note: z.nullable(z.string()),
  at: z.iso.datetime(),
  list: z.array(z.object({ size: z.number() })),
  hint: z.optional(z.string()),
})
const Request = z.strictObject({
  style: z.enum(['fine', 'bold']),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  detail: z.nullable(z.string()),
  colors: z.array(z.string()).check(z.maxLength(6)),
})

interface Case {
  name: string
  before: z.ZodMiniType
  after: z.ZodMiniType
}

const growths: Case[] = [
  {
    name: 'an unchanged answer',
    before: Answer,
    after: Answer,
  },
  {
    name: 'an unchanged request',
    before: Request,
    after: Request,
  },
  {
    name: 'a new field of an answer',
    before: Answer,
    after: z.extend(Answer, { seed: z.string() }),
  },
  {
    name: 'a new field that a request may have',
    before: Request,
    after: z.extend(Request, { mood: z.optional(z.string()) }),
  },
  {
    name: 'a longer text in a request',
    before: Request,
    after: z.extend(Request, { name: z.string().check(z.minLength(1), z.maxLength(80)) }),
  },
  {
    name: 'a request that need not have a field',
    before: Request,
    after: z.extend(Request, { detail: z.optional(z.nullable(z.string())) }),
  },
  {
    name: 'a shorter list in an answer',
    before: Answer,
    after: z.extend(Answer, { state: z.enum(['done']) }),
  },
  {
    name: 'values that match the pattern of a text',
    before: z.object({ state: z.string().check(z.regex(/^(queued|done)$/)) }),
    after: z.object({ state: z.enum(['queued', 'done']) }),
  },
]

test.each(growths)('$name breaks no page', ({ before, after }) => {
  expect(gaps(before, after)).toEqual([])
})

const narrowings: (Case & { gap: string })[] = [
  {
    name: 'a removed field',
    before: Answer,
    after: z.omit(Answer, { id: true }),
    gap: 'in an answer, Body.id is missing',
  },
  {
    name: 'an optional field',
    before: Answer,
    after: z.extend(Answer, { id: z.optional(z.string()) }),
    gap: 'in an answer, Body.id may be missing',
  },
  {
    name: 'another type',
    before: Answer,
    after: z.extend(Answer, { id: z.number() }),
    gap: 'in an answer, Body.id may be number',
  },
  {
    name: 'a new value',
    before: Answer,
    after: z.extend(Answer, { state: z.enum(['queued', 'done', 'lost']) }),
    gap: 'in an answer, Body.state may be "lost"',
  },
  {
    name: 'any text in place of a list of values',
    before: Answer,
    after: z.extend(Answer, { state: z.string() }),
    gap: 'in an answer, Body.state may be any string',
  },
  {
    name: 'another format',
    before: Answer,
    after: z.extend(Answer, { at: z.string() }),
    gap: 'in an answer, Body.at may not match date-time',
  },
  {
    name: 'a field deep inside',
    before: Answer,
    after: z.extend(Answer, { list: z.array(z.object({})) }),
    gap: 'in an answer, Body.list[].size is missing',
  },
  {
    name: 'a new required field',
    before: Request,
    after: z.extend(Request, { mood: z.string() }),
    gap: 'in a request, Body.mood is missing',
  },
  {
    name: 'a field that is no longer read',
    before: Request,
    after: z.omit(Request, { detail: true }),
    gap: 'in a request, Body.detail is not known',
  },
  {
    name: 'a value that is no longer read',
    before: Request,
    after: z.extend(Request, { style: z.enum(['fine']) }),
    gap: 'in a request, Body.style may be "bold"',
  },
  {
    name: 'a shorter text',
    before: Request,
    after: z.extend(Request, { name: z.string().check(z.minLength(1), z.maxLength(9)) }),
    gap: 'in a request, Body.name may exceed maxLength 9',
  },
  {
    name: 'a longer shortest text',
    before: Request,
    after: z.extend(Request, { name: z.string().check(z.minLength(2), z.maxLength(60)) }),
    gap: 'in a request, Body.name may be under minLength 2',
  },
  {
    name: 'fewer items',
    before: Request,
    after: z.extend(Request, { colors: z.array(z.string()).check(z.maxLength(3)) }),
    gap: 'in a request, Body.colors may exceed maxItems 3',
  },
  {
    name: 'a new pattern',
    before: Request,
    after: z.extend(Request, { detail: z.nullable(z.string().check(z.regex(/^a/))) }),
    gap: 'in a request, Body.detail may not match ^a',
  },
]

test.each(narrowings)('reports $name', ({ before, after, gap }) => {
  expect(gaps(before, after)).toEqual([gap])
})

test('reports a schema that is gone', () => {
  expect(gaps(Answer, null)).toEqual(['Body is not offered'])
})

test('reports an operation whose method or path changed, under whatever name', () => {
  const shape = (method: string, path: string, name = 'one') =>
    describeContract({ [name]: { method, path, summary: '', answers: {} } })
  const before = shape('GET', '/api/x/:id')
  expect(findContractGaps(before, shape('GET', '/api/x/:key', 'other'))).toEqual([])
  for (const after of [shape('GET', '/api/y/:id'), shape('POST', '/api/x/:id')])
    expect(findContractGaps(before, after)).toEqual([
      'the address GET /api/x/{} (one) is not offered',
    ])
})

test('compares by the path alone with a contract of before, which names no methods', () => {
  const older = { schemas: {}, paths: { item: '/api/x/{}' } }
  const newer = { schemas: {}, paths: { readItem: 'GET /api/x/{}' } }
  expect(findContractGaps(older, newer)).toEqual([])
  expect(findContractGaps(newer, older)).toEqual([])
  expect(findContractGaps({ schemas: {}, paths: { item: '/api/x' } }, newer)).toHaveLength(1)
})

test('gives the same result after JSON', () => {
  const shape = describeContract({ Answer, Request, limit: 80 })
  expect(z.parse(ContractShape, JSON.parse(JSON.stringify(shape)))).toEqual(shape)
  expect(Object.keys(shape.schemas)).toEqual(['Answer', 'Request'])
})
