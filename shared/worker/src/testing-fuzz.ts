import { Problem } from '@encre/protocol/problem'
import * as fc from 'fast-check'
import * as z from 'zod/mini'

declare module 'vitest' {
  interface ProvidedContext {
    /** Requests of one fuzz test; `FUZZ_RUNS` sets it. */
    fuzzRuns: number
  }
}

// Requests for every operation of an OpenAPI document: valid ones, and ones with something wrong in
// the path, query, headers or body.

/** The parts of an OpenAPI document that the fuzzer reads. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, Schema> }
}

interface ApiOperation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** One request. `documented` lists the statuses that it may get, `codes` the problems. */
export interface FuzzCase {
  method: string
  /** Path and query. */
  address: string
  headers: Record<string, string>
  body: string | null
  /** Sends the token of a member. */
  isMember: boolean
  documented: number[]
  codes: string[]
}

/**
 * Answers of every worker to a path or a method that it does not have, and to a request without a
 * token.
 */
const generalStatuses = [400, 401, 404, 405, 414]
const generalCodes = ['invalid-request', 'permission-denied', 'not-found', 'method-not-allowed']

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\u202e',
  '\ud800',
  "' or 1=1 --",
  '__proto__',
  '-1',
  '1e309',
  '9007199254740993',
  '<script>',
  '../../etc/passwd',
  'a'.repeat(5000),
]
const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 40 }),
)
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  fc.constantFrom(
    '%',
    '%00',
    '%E0%A4%A',
    '..%2f..',
    '%2e%2e',
    '%F0%9F',
    'a'.repeat(9000),
    '.',
    ';a=b',
    '%ff',
  ),
  text.map((value) => encodeURIComponent(value.toWellFormed())),
)
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    '""',
    '*',
    'W/',
    'W/"',
    '"a", "b',
    '"\\"',
    'a'.repeat(7000),
    'bytes=-1',
    'bytes=9-1',
    ','.repeat(500),
  ),
  fc.string({ maxLength: 60 }).map((value) => value.replace(/[^\t\x20-\x7e]/g, '')),
)
const conditionNames = [
  'if-none-match',
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
  'if-range',
  'last-event-id',
  'idempotency-key',
  'x-composition-id',
  'accept',
  'cookie',
  'content-type',
  'cf-connecting-ip',
  'sec-fetch-dest',
  'x-author',
  'x-integrity',
]

/** Requests for all operations of a document. */
export function fuzzCases(document: ApiDocument): fc.Arbitrary<FuzzCase> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      casesOf(document, path, method, operation),
    ),
  )
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...all) }, unknownCases(document))
}

function casesOf(
  document: ApiDocument,
  path: string,
  method: string,
  operation: ApiOperation,
): fc.Arbitrary<FuzzCase> {
  const [type = 'application/json', { schema = undefined } = {}] =
    Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const queryNames = operation.parameters.filter((parameter) => parameter.in === 'query')
  const documented = [...Object.keys(operation.responses).map(Number), ...generalStatuses]
  const codes = [...generalCodes, ...codesOf(operation)]
  return fc
    .record({
      segments: fc.array(segment, { minLength: 4, maxLength: 4 }),
      query: fc.array(
        fc.tuple(
          fc.oneof(fc.constantFrom('x', ...queryNames.map(({ name }) => name)), text),
          fc.oneof(
            text,
            fc.constantFrom(
              ...queryNames.flatMap(({ schema: { enum: values = [] } }) => values.map(String)),
              '1',
              '48',
            ),
          ),
        ),
        { maxLength: 4 },
      ),
      isMember: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
      headers: fc.dictionary(fc.constantFrom(...conditionNames), headerText, { maxKeys: 3 }),
      key: fc.uuid(),
      body: operation.requestBody ? bodies(document, schema) : fc.constant(null),
    })
    .map(({ segments, query, isMember, headers, key, body }) => {
      let index = 0
      const filled = path.replace(/\{\w+\}/g, () => segments[index++] ?? 'a')
      const search = new URLSearchParams(
        query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
      )
      return {
        method: method.toUpperCase(),
        address: filled + (query.length > 0 ? `?${search}` : ''),
        headers: {
          'content-type': type === 'image/*' ? 'image/png' : type,
          'idempotency-key': key,
          ...headers,
        },
        body,
        isMember,
        // A segment such as `..` or an empty one makes the path that of another operation.
        ...(/(^|\/)(\.|%2e){1,2}(\/|$)|\/\//i.test(filled)
          ? everyAnswer(document)
          : { documented, codes }),
      }
    })
}

/** Paths and methods that no operation has. */
function unknownCases(document: ApiDocument): fc.Arbitrary<FuzzCase> {
  const paths = Object.keys(document.paths)
  const base = paths[0]?.split('/').slice(0, 3).join('/') ?? '/api'
  return fc
    .record({
      method: fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'HEAD',
        'OPTIONS',
        'PROPFIND',
      ),
      address: fc.oneof(
        fc.constantFrom(...paths),
        fc.array(segment, { maxLength: 5 }).map((parts) => [base, ...parts].join('/')),
      ),
      isMember: fc.boolean(),
    })
    .map((known) => ({ ...known, headers: {}, body: null, ...everyAnswer(document) }))
}

function everyAnswer(document: ApiDocument): Pick<FuzzCase, 'documented' | 'codes'> {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  return {
    documented: [
      ...generalStatuses,
      ...operations.flatMap(({ responses }) => Object.keys(responses).map(Number)),
    ],
    codes: [...generalCodes, ...operations.flatMap(codesOf)],
  }
}

function codesOf({ responses }: ApiOperation): string[] {
  const schemas = Object.values(responses).map(
    ({ content }) => content?.['application/problem+json']?.schema,
  )
  return schemas.flatMap((schema) => (schema?.properties?.code?.enum ?? []).map(String))
}

function bodies(document: ApiDocument, schema: Schema | undefined): fc.Arbitrary<string> {
  const broken = fc.oneof(
    fc.constantFrom(
      '',
      '{',
      '[',
      'null',
      '"',
      '1e999',
      '{"a":1}{"b":2}',
      '\ufeff{}',
      '['.repeat(3000),
      `{"a":"${'b'.repeat(70_000)}"}`,
    ),
    fc.json({ maxDepth: 3 }),
    text,
  )
  if (!schema) return broken
  return fc.oneof(
    {
      weight: 4,
      arbitrary: valuesOf(document, schema).map((value) => JSON.stringify(value) ?? ''),
    },
    broken,
  )
}

/** Values of a schema. Each part may be something else. */
function valuesOf(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: validValuesOf(document, schema) },
    fc.jsonValue({ maxDepth: 1 }),
    text,
  )
}

function validValuesOf(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, enum: values, anyOf, properties, items, type } = schema
  if ($ref)
    return valuesOf(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (values) return fc.constantFrom(...values)
  if (anyOf) return fc.oneof(...anyOf.map((part) => valuesOf(document, part)))
  if (properties) {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, valuesOf(document, field)]),
    )
    return fc.record(fields, { requiredKeys: [] })
  }
  if (items) return fc.array(valuesOf(document, items), { maxLength: 8 })
  if (type === 'number' || type === 'integer')
    return fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, 2, 10, 1000))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return fc.oneof(text, fc.constantFrom('traditional', 'small', 'arm', 'un loup', '#000000'))
}

interface FuzzOptions {
  document: ApiDocument
  runs: number
  /** Header of a member with a valid token. */
  authorization: Record<string, string>
  fetch(request: Request): Promise<Response>
}

/** The seed of the random requests: every run sends the same ones. */
export const fuzzSeed = 20_261_121

/**
 * Sends `runs` requests. Returns how many answers had each status. Throws for an answer with 5xx or
 * an undocumented status or problem code, with the smallest request that causes it.
 */
export async function fuzz({
  document,
  runs,
  authorization,
  fetch,
}: FuzzOptions): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const property = fc.asyncProperty(
    fuzzCases(document),
    async ({ method, address, headers, body, isMember, documented, codes }) => {
      const request = new Request(`https://encre.test${address}`, {
        method,
        headers: { ...headers, ...(isMember && authorization) },
        ...(body !== null && { body }),
      })
      const response = await fetch(request)
      const type = response.headers.get('content-type')
      const isProblem = type === 'application/problem+json' && method !== 'HEAD'
      const code = isProblem ? z.parse(Problem, await response.json()).code : null
      if (!isProblem) await response.body?.cancel()
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1)
      if (response.status >= 500) throw new Error(`${response.status} is a failure`)
      if (!documented.includes(response.status))
        throw new Error(`${response.status} is not documented: ${documented.join(', ')}`)
      if (code !== null && !codes.includes(code))
        throw new Error(`${code} is not documented: ${codes.join(', ')}`)
    },
  )
  await fc.assert(property, { numRuns: runs, seed: fuzzSeed })
  return counts
}
