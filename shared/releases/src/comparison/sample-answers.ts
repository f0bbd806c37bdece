import * as z from 'zod/mini'

type Schema = z.core.JSONSchema.BaseSchema

const Content = z.looseObject({
  content: z.optional(z.record(z.string(), z.looseObject({ schema: z.optional(z.unknown()) }))),
})
const Operation = z.looseObject({
  responses: z.record(z.string(), Content),
  requestBody: z.optional(Content),
})
/** What the check reads of a worker's `/openapi.json`. */
export const OperationsDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})
export type OperationsDocument = z.infer<typeof OperationsDocument>

const Recorded = z.record(
  z.string(),
  z.object({ schema: z.nullable(z.string()), status: z.number(), body: z.unknown() }),
)
type Recorded = z.infer<typeof Recorded>

/** How long the lists are. Without data, optional fields are absent too. */
export type Amount = 'none' | 'one' | 'some' | 'many'

export interface Answer {
  status: number
  /** Undefined without a body; a text is HTML. */
  body: unknown
}

export interface Samples {
  /** The answer to a request, or null for an address that the worker does not have. */
  answer(amount: Amount, method: string, url: URL): Answer | null
  /** The id of a recorded design, for routes with a parameter. */
  exampleId: string | null
  /** Whether an operation, as `POST /api/plates/plates`, takes this field of a JSON body. */
  takes(operation: string, field: string): boolean
}

const recordedOrigin = 'https://encre.test'

/**
 * Answers of every operation of the live worker, with every field of its contract. A value is the
 * recorded one (`answers`, as in `answers.released.json`), or one that was recorded for a field of
 * that name, or an example of its type.
 */
export function readSamples(
  document: OperationsDocument | null,
  answers: string,
  origin: string,
): Samples {
  const recorded = z.parse(Recorded, JSON.parse(answers.replaceAll(recordedOrigin, origin)))
  const { paths, components } = document ?? { paths: {}, components: { schemas: {} } }
  const known = new Map<string, unknown>()
  const examples: string[] = []
  for (const { body } of Object.values(recorded)) collectValues(body, known, examples)
  const addressOf = (path: string) => Object.keys(paths).find((one) => matchesAddress(one, path))
  const find = (method: string, path: string) =>
    paths[addressOf(path) ?? '']?.[method.toLowerCase()]
  const create = (requested: Amount, url: URL, schema: Schema, found?: Recorded[string]) => {
    // A page after a recorded one is the last.
    const amount = url.searchParams.has('cursor') && !found ? 'none' : requested
    const filling = { amount, known, schemas: components.schemas, origin }
    const body = fill(filling, schema, found?.body, '', 0)
    const isNamed = addressOf(url.pathname)?.endsWith('}')
    return isNamed ? withId(body, url.pathname.split('/').at(-1) ?? '') : body
  }
  return {
    exampleId: examples[0] ?? null,
    takes: (operation, field) => {
      const [method = '', path = ''] = operation.split(' ')
      const schema = jsonOf(find(method, path)?.requestBody)
      return Object.hasOwn(resolve(schema, components.schemas).properties ?? {}, field)
    },
    answer: (amount, method, url) => {
      const found = findRecorded(recorded, method, url)
      const responses = Object.entries(find(method, url.pathname)?.responses ?? {})
      const [code, success] = responses.find(([status]) => status.startsWith('2')) ?? []
      if (!found && !success) return null
      const status = found?.status ?? Number(code)
      const schema = jsonOf(success)
      if (schema && typeof found?.body !== 'string')
        return { status, body: create(amount, url, schema, found) }
      // A stream or a file stays the live worker's.
      return found || !success?.content ? { status, body: found?.body ?? undefined } : null
    },
  }
}

function jsonOf(part: z.infer<typeof Content> | undefined): Schema | undefined {
  return part?.content?.['application/json']?.schema as Schema | undefined
}

/** Whether an address with `{…}` for each variable part names this path. */
export function matchesAddress(address: string, pathname: string): boolean {
  const expected = address.split('/')
  const received = pathname.split('/')
  return (
    expected.length === received.length &&
    expected.every((part, index) =>
      part.startsWith('{') ? received[index] !== '' : part === received[index],
    )
  )
}

function findRecorded(recorded: Recorded, method: string, url: URL): Recorded[string] | undefined {
  const exact = recorded[`${method} ${url.pathname}${url.search}`]
  if (exact || url.searchParams.has('cursor')) return exact
  return recorded[`${method} ${url.pathname}`]
}

/** The object that an address names has the id of the address. */
function withId(body: unknown, id: string): unknown {
  return typeof Object(body).id === 'string' ? { ...Object(body), id } : body
}

/** The last value of each name that is something, and the ids of designs. */
function collectValues(value: unknown, known: Map<string, unknown>, designs: string[]): void {
  if (typeof value !== 'object' || value === null) return
  const { id, imageUrl } = Object(value)
  if (typeof id === 'string' && imageUrl) designs.push(id)
  for (const [name, part] of Object.entries(value)) {
    if (part !== null && !Array.isArray(value)) known.set(name, part)
    collectValues(part, known, designs)
  }
}

interface Filling {
  amount: Amount
  /** Recorded values by the name of their field. */
  known: Map<string, unknown>
  schemas: Record<string, unknown>
  origin: string
}

function resolve(schema: Schema = {}, schemas: Record<string, unknown>): Schema {
  return schema.$ref ? ((schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) as Schema) : schema
}

/**
 * A value of the schema. `value` is the recorded one, `name` that of the field, and `index` counts
 * the items of its list.
 */
function fill(
  filling: Filling,
  given: Schema,
  value: unknown,
  name: string,
  index: number,
): unknown {
  const schema = resolve(given, filling.schemas)
  const choices = listChoices(schema)
  const [single = schema] = choices
  if (choices.length === 1) return fillPlain(filling, single, value, name, index)
  const isNullable = choices.some(({ type }) => type === 'null')
  if (isNullable && (value === null || filling.amount === 'none')) return null
  const chosen = choices.find(({ type }) => type !== 'null') ?? {}
  return fill(filling, chosen, value, name, index)
}

function fillPlain(
  filling: Filling,
  schema: Schema,
  value: unknown,
  name: string,
  index: number,
): unknown {
  const usual = value ?? filling.known.get(name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.find((one) => one === usual) ?? schema.enum[0]
  switch (schema.type) {
    case 'object':
      return fillObject(filling, schema, usual, index)
    case 'array':
      return fillArray(filling, schema, usual)
    case 'string':
      return typeof usual === 'string' ? usual : exampleText(schema.format, name, filling.origin)
    case 'boolean':
      return typeof value === 'boolean' ? value : index % 2 === 0
    case 'integer':
    case 'number':
      if (filling.amount === 'none') return 0
      return typeof usual === 'number' ? usual : Math.max(schema.minimum ?? 0, exampleNumber)
    default:
      return value ?? null
  }
}

const exampleNumber = 7

function listChoices(schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices as Schema[]
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

function fillObject(filling: Filling, schema: Schema, value: unknown, index: number) {
  const recorded = new Map<string, unknown>(Object.entries(Object(value)))
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => filling.amount !== 'none' || required.has(name),
  )
  const filled = fields.map(([name, part]) => [
    name,
    fill(filling, part as Schema, recorded.get(name), name, index),
  ])
  return fields.length > 0 ? Object.fromEntries(filled) : value
}

function fillArray(filling: Filling, { items }: Schema, value: unknown) {
  const recorded: unknown[] = Array.isArray(value) ? value : []
  const schema = (items ?? {}) as Schema
  // A list of values, such as colours, is one value.
  const isOfObjects = resolve(schema, filling.schemas).type === 'object'
  const lengths = { none: 0, one: 1, some: Math.max(2, recorded.length), many: 60 }
  const length =
    isOfObjects || filling.amount === 'none' ? lengths[filling.amount] : recorded.length
  const period = Math.max(1, recorded.length)
  return Array.from({ length }, (_, index) => {
    const item = fill(filling, schema, recorded[index % period], '', index)
    return index >= period && isOfObjects ? withId(item, repeatedId(index)) : item
  })
}

function repeatedId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}

function exampleText(format: string | undefined, name: string, origin: string): string {
  if (format === 'date-time') return '2026-11-20T10:00:00.000Z'
  if (format === 'uri' || name === 'url') return `${origin}/favicon.svg`
  return name.toLowerCase().endsWith('id') ? repeatedId(1) : 'Un loup'
}
