import * as z from 'zod/mini'
import { listOperations } from './operation.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * A worker's `contract.ts` as data: schemas as JSON Schema, and by the name of each operation its
 * method and path with `{}` for variables: `GET /api/gallery/designs/{}`. Contracts of before name
 * paths without a method. Served at `/api/<name>/contract`.
 */
export const ContractShape = z.object({
  schemas: z.record(
    z.string(),
    z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null),
  ),
  paths: z.record(z.string(), z.string()),
})
export type ContractShape = z.infer<typeof ContractShape>

/** The shape of a contract's exports (`import * as contract from './contract.ts'`). */
export function describeContract(contract: object): ContractShape {
  const shape: ContractShape = { schemas: {}, paths: {} }
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.core.$ZodType) shape.schemas[name] = describeSchema(value)
  }
  for (const [name, { method, path }] of listOperations(contract)) {
    shape.paths[name] = `${method} ${path.replace(/:\w+/g, '{}')}`
  }
  return shape
}

/** The path of a contract's entry, without the method. */
export function contractPath(entry: string): string {
  return entry.slice(entry.indexOf('/'))
}

/**
 * The reasons why a page built with `needed` cannot work with a worker that offers `offered`, one
 * sentence each; empty when it can. The page must be able to read every answer of the worker, and
 * the worker every request of the page. Strict schemas are requests. With the released contract as
 * `needed` and the new one as `offered`, an empty list means that the contract only grew.
 */
export function findContractGaps(needed: ContractShape, offered: ContractShape): string[] {
  return [...findGapsOfPaths(needed, offered), ...findGapsOfSchemas(needed, offered)]
}

function findGapsOfPaths(needed: ContractShape, offered: ContractShape): string[] {
  const entries = Object.values(offered.paths)
  return Object.entries(needed.paths)
    .filter(([, path]) => !entries.some((entry) => isSameEntry(path, entry)))
    .map(([name, path]) => `the address ${path} (${name}) is not offered`)
}

/** One of a contract of before has no method. */
function isSameEntry(one: string, other: string): boolean {
  const haveMethods = !one.startsWith('/') && !other.startsWith('/')
  return haveMethods ? one === other : contractPath(one) === contractPath(other)
}

function findGapsOfSchemas(needed: ContractShape, offered: ContractShape): string[] {
  return Object.entries(needed.schemas).flatMap(([name, own]) => {
    const other = Object.hasOwn(offered.schemas, name) ? offered.schemas[name] : undefined
    if (!other) return [`${name} is not offered`]
    if (isRequest(own)) return findGaps(own, other, name).map((gap) => `in a request, ${gap}`)
    return findGaps(other, own, name).map((gap) => `in an answer, ${gap}`)
  })
}

function describeSchema(schema: z.core.$ZodType): JsonSchema {
  const {
    $schema,
    '~standard': _,
    ...described
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // The pattern of a format may change with the library; its meaning does not.
    override: ({ jsonSchema }) => jsonSchema.format && delete jsonSchema.pattern,
  })
  return described
}

function isRequest(schema: JsonSchema): boolean {
  return alternativesOf(schema).every((one) => one.additionalProperties === false)
}

/** The places where `to` refuses a value that `from` allows. */
function findGaps(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const accepted = alternativesOf(to)
  return alternativesOf(from).flatMap((part) => {
    const gaps = accepted
      .filter((one) => isOfKind(part, one))
      .map((one) => findGapsOfKind(part, one, path))
    if (gaps.length === 0) return [`${path} may be ${part.type ?? 'anything'}`]
    // The alternative that refuses least explains the gap best.
    return gaps.sort((one, other) => one.length - other.length)[0] ?? []
  })
}

function isOfKind(from: JsonSchema, to: JsonSchema): boolean {
  if (to.type === undefined || to.type === from.type) return true
  return to.type === 'number' && from.type === 'integer'
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf, oneOf, ...own } = schema
  const parts = anyOf ?? oneOf
  if (parts) return parts.filter((part) => typeof part === 'object').flatMap(alternativesOf)
  if (Array.isArray(own.type)) return own.type.map((type) => ({ ...own, type }))
  if (own.const !== undefined) return [{ ...own, enum: [own.const] }]
  return [own]
}

function findGapsOfKind(from: JsonSchema, to: JsonSchema, path: string): string[] {
  if (to.type === 'object') return findGapsOfFields(from, to, path)
  const limits = findGapsOfLimits(from, to, path)
  if (to.type !== 'array' || !isSchema(to.items)) return limits
  return [...limits, ...findGaps(isSchema(from.items) ? from.items : {}, to.items, `${path}[]`)]
}

function findGapsOfFields(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const others = from.additionalProperties
  const accepted = to.additionalProperties
  return [
    ...findMissingFields(from, to, path),
    ...findRefusedFields(from, to, path),
    ...(isSchema(others) && isSchema(accepted) ? findGaps(others, accepted, `${path}.*`) : []),
  ]
}

function findMissingFields(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const sent = from.properties ?? {}
  const required = to.required ?? []
  return required
    .filter((name) => !from.required?.includes(name))
    .map((name) => `${path}.${name} ${Object.hasOwn(sent, name) ? 'may be missing' : 'is missing'}`)
}

function findRefusedFields(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const read = to.properties ?? {}
  return Object.entries(from.properties ?? {}).flatMap(([name, field]) => {
    if (!isSchema(field)) return []
    const known = Object.hasOwn(read, name) ? read[name] : to.additionalProperties
    if (known === false) return [`${path}.${name} is not known`]
    return isSchema(known) ? findGaps(field, known, `${path}.${name}`) : []
  })
}

const upperLimits = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'] as const
const lowerLimits = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const

function findGapsOfLimits(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const gaps = [...findGapsOfValues(from, to, path), ...findGapsOfRules(from, to, path)]
  // A list of values needs no further limits.
  if (from.enum && to.enum) return gaps
  return [...gaps, ...findGapsOfBounds(from, to, path)]
}

function findGapsOfValues(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const accepted = to.enum
  if (!accepted) return []
  if (!from.enum) return [`${path} may be any ${from.type}`]
  const refused = from.enum.filter((value) => !accepted.includes(value))
  return refused.map((value) => `${path} may be ${JSON.stringify(value)}`)
}

function findGapsOfRules(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const gaps: string[] = []
  if (to.format && from.format !== to.format) gaps.push(`${path} may not match ${to.format}`)
  if (to.pattern && from.pattern !== to.pattern && !hasOnlyMatches(from, to.pattern))
    gaps.push(`${path} may not match ${to.pattern}`)
  return gaps
}

function hasOnlyMatches({ enum: values }: JsonSchema, pattern: string): boolean {
  return values?.every((value) => new RegExp(pattern, 'u').test(String(value))) ?? false
}

function findGapsOfBounds(from: JsonSchema, to: JsonSchema, path: string): string[] {
  const gaps: string[] = []
  for (const name of upperLimits) {
    const limit = to[name]
    if (limit !== undefined && (from[name] ?? Infinity) > limit)
      gaps.push(`${path} may exceed ${name} ${limit}`)
  }
  for (const name of lowerLimits) {
    const limit = to[name]
    if (limit !== undefined && (from[name] ?? -Infinity) < limit)
      gaps.push(`${path} may be under ${name} ${limit}`)
  }
  return gaps
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null
}
