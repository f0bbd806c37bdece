import * as z from 'zod/mini'
import { Problem } from './problem.ts'

/** A refusal of a worker, or `unavailable` (status 0) when no answer came. `code` is never a sentence. */
export class RequestError extends Error {
  override name = 'RequestError'
  constructor(
    readonly code: string,
    readonly status: number,
    readonly requestId: string | null,
    options?: ErrorOptions,
  ) {
    super(`${code} (${status})`, options)
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** An access token for `Authorization: Bearer`. */
  token?: string
  /** Sent as JSON, or as it is when it is a Blob. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Calls a worker and parses its answer: unknown fields are dropped, a missing one throws.
 * Throws `RequestError` for every refusal; an abort stays the `AbortError` it is.
 */
export async function request<Schema extends z.ZodMiniType>(
  url: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const response = await send(url, options)
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (!response.ok) throw refusal(response, body)
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new RequestError('internal', response.status, response.headers.get('x-request-id'), { cause: parsed.error })
}

/** Tells a worker's log what the page runs: the shell keeps its composition's id on the document. */
export function compositionHeader(): Record<string, string> {
  const id = globalThis.document?.documentElement.dataset.composition
  return id ? { 'x-composition-id': id } : {}
}

async function send(url: string, { method = 'GET', token, body, headers, signal }: RequestOptions): Promise<Response> {
  const json = body !== undefined && !(body instanceof Blob)
  try {
    return await fetch(url, {
      method,
      signal: signal ?? null,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...compositionHeader(),
        ...headers,
      },
      body: json ? JSON.stringify(body) : ((body as Blob | undefined) ?? null),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestError('unavailable', 0, null, { cause: error })
  }
}

function refusal(response: Response, body: unknown): RequestError {
  const problem = z.safeParse(Problem, body)
  if (problem.success) return new RequestError(problem.data.code, response.status, problem.data.requestId)
  return new RequestError('internal', response.status, response.headers.get('x-request-id'))
}
