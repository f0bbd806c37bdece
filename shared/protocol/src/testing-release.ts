import * as z from 'zod'
import { ContractShape } from './contract-shape.ts'
import type { Release } from './release.ts'

/** A release of the gallery without files and pages, with these changes. */
export function newRelease(changes: Partial<Release> = {}): Release {
  const version = changes.version ?? 'v1'
  return {
    name: 'gallery',
    version,
    shellApi: 1,
    shared: {},
    entry: 'entry.js',
    global: `gallery_${version}`,
    scripts: [],
    styles: [],
    files: {},
    routes: [],
    packages: {},
    ...changes,
  }
}

/**
 * For tests of both sides of a contract: a schema of the last release, read from the worker's
 * `contract.released.json`.
 */
export function releasedSchema(released: unknown, name: string): z.ZodType {
  return readSchema(released, name, (part) => part)
}

/** Refuses unknown fields. */
const close = (part: unknown) =>
  typeof part === 'object' && part !== null && 'properties' in part
    ? { ...part, additionalProperties: false }
    : part

function readSchema(
  released: unknown,
  name: string,
  change: (part: unknown) => unknown,
): z.ZodType {
  const schema = z.parse(ContractShape, released).schemas[name]
  if (!schema) throw new Error(`no page was ever released with ${name}`)
  const text = JSON.stringify(schema, (key, value) =>
    key === 'pattern' ? expandProperties(value) : change(value),
  )
  return z.fromJSONSchema(JSON.parse(text))
}

/**
 * Replaces `\p{…}` in a class by its characters up to U+FFFF, because zod reads patterns without
 * their `u` flag.
 */
function expandProperties(pattern: string): string {
  return pattern.replace(/\\p\{[^}]+\}/g, (property) => {
    const belongs = new RegExp(property, 'u')
    const codes = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) =>
      belongs.test(String.fromCharCode(code)),
    )
    return codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')
  })
}

const Answers = z.record(
  z.string(),
  z.object({ schema: z.nullable(z.string()), status: z.number(), body: z.unknown() }),
)

/**
 * The last released worker for a page of the tree: a `fetch` that gives that worker's answers
 * (`answers.released.json`, by
 * `GET /api/…`) and stores the requests. Throws if the answers differ from the released contract in
 * any field.
 */
export function startReleasedWorker(released: unknown, recorded: unknown) {
  const answers = z.parse(Answers, recorded)
  for (const { schema, body } of Object.values(answers))
    if (schema) readSchema(released, schema, close).parse(body)
  const sent: { call: string; body: unknown }[] = []
  return {
    sent,
    fetch: async (url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
      const call = `${method} ${url}`
      sent.push({ call, body: typeof body === 'string' ? JSON.parse(body) : body })
      // The id of what a page creates differs in each test.
      const answer = answers[call] ?? answers[call.replace(/\?id=[^&]*$/, '')]
      if (!answer) throw new TypeError(`no recorded answer to ${call}`)
      return answer.status === 204
        ? new Response(null, { status: 204 })
        : Response.json(answer.body, { status: answer.status })
    },
  }
}
