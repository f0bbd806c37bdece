import * as z from 'zod/mini'

type Schema = z.core.JSONSchema.BaseSchema

const Operation = z.looseObject({
  responses: z.record(
    z.string(),
    z.looseObject({
      content: z.optional(z.record(z.string(), z.looseObject({ schema: z.optional(z.unknown()) }))),
    }),
  ),
})
/** What the check reads of a worker's `/openapi.json`. */
export const OperationsDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})
export type OperationsDocument = z.infer<typeof OperationsDocument>

/**
 * What a write would answer, by the contract: the status of a success, and a body of the least that
 * its schema asks for. Null for an address that no operation has.
 */
export function exampleAnswer(
  { paths, components }: OperationsDocument,
  method: string,
  url: URL,
): { status: number; body: unknown } | null {
  const address = Object.keys(paths).find((path) => matchesAddress(path, url.pathname))
  const responses = address && paths[address]?.[method.toLowerCase()]?.responses
  const success = Object.entries(responses || {}).find(([status]) => status.startsWith('2'))
  if (!success) return null
  const [status, { content }] = success
  const schema = content?.['application/json']?.schema
  return { status: Number(status), body: schema && example(schema, components.schemas, url.origin) }
}

/** Whether an address with `{…}` for each variable part names this path. */
export function matchesAddress(address: string, pathname: string): boolean {
  const known = address.split('/')
  const asked = pathname.split('/')
  return (
    known.length === asked.length &&
    known.every((part, index) =>
      part.startsWith('{') ? asked[index] !== '' : part === asked[index],
    )
  )
}

function example(value: unknown, schemas: Record<string, unknown>, origin: string): unknown {
  const schema = value as Schema
  if (schema.$ref) return example(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas, origin)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return example(choice, schemas, origin)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [
          key,
          example(schema.properties?.[key] ?? {}, schemas, origin),
        ]),
      )
    case 'array':
      return []
    case 'string':
      return exampleText(schema.format, origin)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    default:
      return null
  }
}

function exampleText(format: string | undefined, origin: string): string {
  if (format === 'date-time') return '2026-11-20T10:00:00.000Z'
  if (format === 'uri') return `${origin}/favicon.svg`
  return '0b9d8a5e-4a3f-4f0e-9a53-4c5f6f7b8c9d'
}
