import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ContractShape, describeContract, findContractGaps } from './contract-shape.ts'

/** The incompatibilities of a page built with `before` and a worker with `after`. */
function gaps(before: z.ZodMiniType, after: z.ZodMiniType | null): string[] {
  return findContractGaps(describeContract({ Body: before }), describeContract(after ? { Body: after } : {}))
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

describe('a contract that only grows', () => {
  test('accepts an unchanged contract', () => {
    expect([gaps(Answer, Answer), gaps(Request, Request)]).toEqual([[], []])
  })

  test.each([
    ['a new field of an answer', Answer, z.extend(Answer, { seed: z.string() })],
    ['a new field that a request may have', Request, z.extend(Request, { mood: z.optional(z.string()) })],
    ['a longer text in a request', Request, z.extend(Request, { name: z.string().check(z.minLength(1), z.maxLength(80)) })],
    ['a request that need not have a field', Request, z.extend(Request, { detail: z.optional(z.nullable(z.string())) })],
    ['a shorter list in an answer', Answer, z.extend(Answer, { state: z.enum(['done']) })],
  ])('%s breaks no page', (_, before, after) => {
    expect(gaps(before, after)).toEqual([])
  })
})

describe('reports a removal or a narrowing', () => {
  test.each([
    ['a removed field', Answer, z.omit(Answer, { id: true }), 'in an answer, Body.id is missing'],
    ['an optional field', Answer, z.extend(Answer, { id: z.optional(z.string()) }), 'in an answer, Body.id may be missing'],
    ['another type', Answer, z.extend(Answer, { id: z.number() }), 'in an answer, Body.id may be number'],
    ['a new value', Answer, z.extend(Answer, { state: z.enum(['queued', 'done', 'lost']) }), 'in an answer, Body.state may be "lost"'],
    ['any text', Answer, z.extend(Answer, { state: z.string() }), 'in an answer, Body.state may be any string'],
    ['another format', Answer, z.extend(Answer, { at: z.string() }), 'in an answer, Body.at may not match date-time'],
    ['a field deep inside', Answer, z.extend(Answer, { list: z.array(z.object({})) }), 'in an answer, Body.list[].size is missing'],
    ['a new required field', Request, z.extend(Request, { mood: z.string() }), 'in a request, Body.mood is missing'],
    ['a field no longer read', Request, z.omit(Request, { detail: true }), 'in a request, Body.detail is not known'],
    ['a value no longer read', Request, z.extend(Request, { style: z.enum(['fine']) }), 'in a request, Body.style may be "bold"'],
    ['a shorter text', Request, z.extend(Request, { name: z.string().check(z.minLength(1), z.maxLength(9)) }), 'maxLength 9'],
    ['fewer items', Request, z.extend(Request, { colors: z.array(z.string()).check(z.maxLength(3)) }), 'maxItems 3'],
    ['a new pattern', Request, z.extend(Request, { detail: z.nullable(z.string().check(z.regex(/^a/))) }), 'may not match ^a'],
  ])('%s', (_, before, after, gap) => {
    expect(gaps(before, after)).toEqual([expect.stringContaining(gap)])
  })

  test('of a schema and of a path', () => {
    expect(gaps(Answer, null)).toEqual(['Body is not offered'])
    const [before, after] = [{ xPaths: { one: (id: string) => `/api/x/${id}` } }, { xPaths: { one: (id: string) => `/api/y/${id}` } }]
    expect(findContractGaps(describeContract(before), describeContract(after))).toEqual(['the address /api/x/{} (one) is not offered'])
  })
})

test('gives the same result after JSON', () => {
  const shape = describeContract({ Answer, Request, limit: 80, xPaths: { list: '/api/x' } })
  expect(z.parse(ContractShape, JSON.parse(JSON.stringify(shape)))).toEqual(shape)
  expect(Object.keys(shape.schemas)).toEqual(['Answer', 'Request'])
})
