import * as z from 'zod'
import { ContractShape } from './contract-shape.ts'

/**
 * For tests that run both sides of a contract: a schema as the pages and the worker of the last release have it, from the worker's
 * `contract.released.json`.
 */
export function releasedSchema(released: unknown, name: string): z.ZodType {
  return readSchema(released, name, (part) => part)
}

/** The same, refusing every field that it does not name. */
function exactSchema(released: unknown, name: string): z.ZodType {
  const close = (part: unknown) =>
    typeof part === 'object' && part !== null && 'properties' in part ? { ...part, additionalProperties: false } : part
  return readSchema(released, name, close)
}

function readSchema(released: unknown, name: string, change: (part: unknown) => unknown): z.ZodType {
  const schema = z.parse(ContractShape, released).schemas[name]
  if (!schema) throw new Error(`no page was ever released with ${name}`)
  const text = JSON.stringify(schema, (key, value) => (key === 'pattern' ? spellOut(value) : change(value)))
  return z.fromJSONSchema(JSON.parse(text))
}

/** zod reads patterns without their `u` flag, so a `\p{…}` in a class becomes the ranges that it stands for, up to U+FFFF. */
function spellOut(pattern: string): string {
  return pattern.replace(/\\p\{[^}]+\}/g, (property) => {
    const belongs = new RegExp(property, 'u')
    let ranges = ''
    for (let code = 0, first: number | null = null; code <= 0x10000; code++) {
      const inside = code < 0x10000 && belongs.test(String.fromCharCode(code))
      if (inside) first ??= code
      else if (first !== null) {
        ranges += `${codeUnit(first)}-${codeUnit(code - 1)}`
        first = null
      }
    }
    return ranges
  })
}

function codeUnit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}

const Answers = z.record(z.string(), z.object({ schema: z.nullable(z.string()), status: z.number(), body: z.unknown() }))

/**
 * The worker of the last release for a page of today: a `fetch` that answers each call as that worker did (`answers.released.json`, by
 * `GET /api/…`) and keeps what it was sent. Throws where the answers are not those of the released contract, field for field.
 */
export function startReleasedWorker(released: unknown, recorded: unknown) {
  const answers = z.parse(Answers, recorded)
  for (const { schema, body } of Object.values(answers)) if (schema) exactSchema(released, schema).parse(body)
  const sent: { call: string; body: unknown }[] = []
  return {
    sent,
    fetch: async (url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
      const call = `${method} ${url}`
      sent.push({ call, body: typeof body === 'string' ? JSON.parse(body) : body })
      const answer = answers[call]
      if (!answer) throw new TypeError(`no recorded answer to ${call}`)
      return answer.status === 204 ? new Response(null, { status: 204 }) : Response.json(answer.body, { status: answer.status })
    },
  }
}
