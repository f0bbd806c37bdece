import type { IncomingHttpHeaders } from 'node:http'

export type Body = Record<string, unknown>

/** A request to the API, as a route reads it. */
export interface Call {
  /** The parts of the path that the route names. */
  params: Record<string, string | undefined>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Body
}

/**
 * The answers of the API by method and path, as in `GET /d1/database/:id`. Paths below the account leave out `/accounts/<id>`.
 * An answer is the `result` of a success. It throws an `ApiError` to refuse.
 */
export type Routes = Record<string, (call: Call) => unknown>

export class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** One page of a list that continues after `cursor`. The last page has an empty cursor. */
export class Page {
  readonly items: unknown[]
  readonly cursor: string

  constructor(items: unknown[], cursor: string) {
    this.items = items
    this.cursor = cursor
  }
}

export function findRoute(routes: Routes, method: string, path: string) {
  for (const [name, answer] of Object.entries(routes)) {
    const [verb, pathname = ''] = name.split(' ')
    const match = verb === method && new URLPattern({ pathname }).exec({ pathname: path })
    if (match) return { answer, params: match.pathname.groups }
  }
  return null
}
