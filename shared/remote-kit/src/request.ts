import { Problem } from '@encre/protocol/problem'
import type { ShellApi } from '@encre/protocol/shell-api'
import { TimeoutError } from '@encre/protocol/timeout'
import * as z from 'zod/mini'
import { RequestError } from './request-error.ts'

// One request of a page to a worker: its timeout, its answer against the contract. Pages go
// through `call.ts`, with the session of `session.ts`; what is sent again is decided in
// `shared/protocol/src/writer.ts` (writes) and `use-query.ts` (reads).

/** Milliseconds that a request may take, from the call to the last byte of the response. */
export const requestTimeoutMs = 15_000

/** The options of a request to a worker. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  token?: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /**
   * For a GET that the page's route declares as `prefetch`: an answer that the shell has requested
   * already is used first.
   */
  shell?: Pick<ShellApi, 'takePrefetched'>
  timeoutMs?: number
}

/**
 * Parses the response: a missing field throws `internal`. Throws `RequestError`, or the abort
 * reason when `signal` was aborted.
 */
export async function request<Schema extends z.ZodMiniType>(
  url: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  return abortAfterTimeout(options, async (signal) => {
    const response = await send(url, options, signal)
    return parseResponse(
      schema,
      response.status,
      response.headers.get('x-request-id'),
      await response.text(),
    )
  })
}

/**
 * A response that is read piece by piece. The timeout covers its headers only; `signal` ends it.
 * Throws as `request` does.
 */
export async function openStream(
  url: string,
  options: RequestOptions,
): Promise<ReadableStream<Uint8Array>> {
  return abortAfterTimeout(options, async (signal) => {
    const response = await send(url, options, signal)
    const requestId = response.headers.get('x-request-id')
    if (!response.ok) throw toRefusal(response.status, requestId, await response.text())
    if (!response.body) throw new RequestError('internal', response.status, requestId)
    return response.body
  })
}

/**
 * Parses the body of a response, which is empty for 204. Throws `RequestError` for a refusal and
 * for a body that does not match.
 */
export function parseResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  status: number,
  requestId: string | null,
  text: string,
): z.infer<Schema> {
  if (status < 200 || status > 299) throw toRefusal(status, requestId, text)
  const parsed = z.safeParse(schema, parseJson(text))
  if (parsed.success) return parsed.data
  throw new RequestError('internal', status, requestId, { cause: parsed.error })
}

/**
 * Headers of every request to a worker. The shell keeps the id of the page manifest on the
 * document, for the workers' logs.
 */
export function commonHeaders(token?: string): Record<string, string> {
  const compositionId = globalThis.document?.documentElement.dataset.composition
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(compositionId && { 'x-composition-id': compositionId }),
  }
}

async function send(
  url: string,
  { method = 'GET', token, body, headers, shell }: RequestOptions,
  signal: AbortSignal,
): Promise<Response> {
  const prefetched = await shell?.takePrefetched(url)?.catch(() => null)
  if (prefetched) return prefetched
  return fetch(url, {
    method,
    signal,
    headers: {
      ...commonHeaders(token),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

async function abortAfterTimeout<Result>(
  { signal, timeoutMs = requestTimeoutMs }: RequestOptions,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new TimeoutError(`no response within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return await call(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal)
  } catch (error) {
    if (signal?.aborted || error instanceof RequestError) throw error
    throw new RequestError('unavailable', 0, null, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function toRefusal(status: number, requestId: string | null, text: string): RequestError {
  const problem = z.safeParse(Problem, parseJson(text))
  if (problem.success) return new RequestError(problem.data.code, status, problem.data.requestId)
  return new RequestError('internal', status, requestId)
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
