import * as z from 'zod/mini'

/**
 * One operation of a worker, declared once in its `contract.ts`: the worker serves it, pages call
 * it, and the OpenAPI document, the fuzzer, the access matrix, the write matrix and the check of
 * released contracts read it. `Code`: the problem codes of the worker.
 */
export interface Operation<Code extends string = string> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With a name for each variable part: `/api/gallery/designs/:id`. */
  path: `/${string}`
  summary: string
  /** Public operations need no token. All others need the access token of a member. */
  access?: 'public'
  query?: z.ZodMiniType
  /** A schema for JSON, or the media type of another body, which the worker reads itself. */
  body?: z.ZodMiniType | string
  headers?: readonly string[]
  /** By status: a schema for JSON, a media type, or null without a body. */
  answers: Readonly<Record<number, z.ZodMiniType | string | null>>
  /**
   * Problem codes by status. Every operation may also answer `invalid-request` and `unavailable`, a
   * write `resource-exhausted`, and one that is not public `permission-denied`.
   */
  problems?: Readonly<Record<number, readonly Code[]>>
  /** What it takes a place of, before it does any work: a kind of the worker's `places.ts`. */
  cost?: string
  /**
   * Every write says how it is repeated when its answer was lost. `by-key`: the page sends a key
   * (`repeatKeyHeader`), and a repeat answers what that key has created. `same`: it sets or
   * deletes, and a second time changes nothing. `never`: the page says what to try.
   */
  repeats?: 'by-key' | 'same' | 'never'
}

/** Names of the variable parts of a path, with their values. */
export type ParamsOf<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? ParamsOf<Start> & ParamsOf<Rest>
  : Path extends `:${infer Name}`
    ? Record<Name, string>
    : unknown

/** What a page sends as query, and what a worker reads from it. */
export type QueryOf<Declared> = Declared extends { query: infer Schema extends z.ZodMiniType }
  ? z.infer<Schema>
  : undefined

export type BodyOf<Declared> = Declared extends { body: infer Schema extends z.ZodMiniType }
  ? z.infer<Schema>
  : undefined

type ContentOf<Declared extends Operation> = Declared['answers'][keyof Declared['answers']]

/** What an accepted request is answered with: `undefined` without a body. */
export type AnswerOf<Declared extends Operation> =
  ContentOf<Declared> extends infer Content
    ? Content extends z.ZodMiniType
      ? z.infer<Content>
      : undefined
    : never

/** The operations of a contract (`import * as contract from './contract.ts'`), by their names. */
export function listOperations(contract: object): [string, Operation][] {
  return Object.entries(contract).filter((entry): entry is [string, Operation] =>
    isOperation(entry[1]),
  )
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** The address of an operation, with `params` for the variable parts of its path. */
export function addressOf<const Path extends string>(
  { path }: { path: Path },
  params: ParamsOf<Path>,
  query: Readonly<Record<string, string | undefined>> | URLSearchParams = {},
): string {
  const values = new Map<string, unknown>(Object.entries(Object(params)))
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams(
    query instanceof URLSearchParams ? query : Object.entries(query).flatMap(toPair),
  )
  return search.size > 0 ? `${filled}?${search}` : filled
}

function toPair([name, value]: [string, string | undefined]): [string, string][] {
  return value === undefined ? [] : [[name, value]]
}

/** The schema of the answers without a failure. Undefined when they have no JSON. */
export function answerSchema({ answers }: Operation): z.ZodMiniType | undefined {
  const accepted = Object.entries(answers).filter(([status]) => Number(status) < 300)
  const contents = accepted.map(([, content]) => content)
  const schema = contents.find(isSchema)
  return schema && contents.includes(null) ? z.optional(schema) : schema
}

/** Not a media type, and not nothing. */
export function isSchema(
  content: z.ZodMiniType | string | null | undefined,
): content is z.ZodMiniType {
  return typeof content === 'object' && content !== null
}
