import {
  type AnswerOf,
  addressOf,
  answerSchema,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from '@encre/protocol/operation'
import { repeatKeyHeader } from '@encre/protocol/repeat-key'
import type { ShellApi } from '@encre/protocol/shell-api'
import * as z from 'zod/mini'
import { openStream, type RequestOptions, request } from './request.ts'
import { withToken } from './session.ts'
import { upload } from './upload.ts'

interface CallOptions extends Pick<RequestOptions, 'headers' | 'signal' | 'timeoutMs'> {
  /** Uses an answer that the shell has requested already: the page's route declares `prefetch`. */
  prefetched?: boolean
  /** Of a write that is repeated by its key. */
  key?: string
  /** For work that goes on after its page was left: see `withToken`. */
  inBackground?: boolean
}

type Query<Value> = { readonly [Name in keyof Value]?: string | undefined } | URLSearchParams

/** What a call needs, as its operation declares it. */
export type RequestOf<Declared extends Operation> = CallOptions & {
  query?: Query<QueryOf<Declared>>
} & (unknown extends ParamsOf<Declared['path']>
    ? unknown
    : { params: ParamsOf<Declared['path']> }) &
  (undefined extends BodyOf<Declared> ? { body?: BodyOf<Declared> } : { body: BodyOf<Declared> })

interface AnyRequest extends CallOptions {
  params?: object
  query?: Query<Record<string, string>>
  body?: unknown
}

/**
 * Calls an operation of a worker as the member who is signed in. Throws as `request` and `withToken`
 * do.
 */
export function call<Declared extends Operation>(
  shell: ShellApi,
  operation: Declared,
  given: RequestOf<Declared>,
): Promise<AnswerOf<Declared>>
export function call(
  shell: ShellApi,
  operation: Operation,
  { params = {}, query, prefetched = false, inBackground, key, ...options }: AnyRequest,
): Promise<unknown> {
  const address = addressOf(operation, params, query)
  const schema = answerSchema(operation) ?? z.unknown()
  const { method } = operation
  const headers = { ...options.headers, ...(key && { [repeatKeyHeader]: key }) }
  return withToken(
    shell,
    (token) =>
      request(address, schema, {
        ...options,
        headers,
        method,
        token,
        ...(prefetched && { shell }),
      }),
    { inBackground },
  )
}

/** `call` for an operation whose body is a file. */
export function callWithFile<Declared extends Operation>(
  shell: ShellApi,
  operation: Declared,
  given: RequestOf<Declared> & { file: File },
): Promise<AnswerOf<Declared>>
export function callWithFile(
  shell: ShellApi,
  operation: Operation,
  { params = {}, query, file, signal, key, inBackground }: AnyRequest & { file: File },
): Promise<unknown> {
  const address = addressOf(operation, params, query)
  const schema = answerSchema(operation) ?? z.unknown()
  const headers = key ? { [repeatKeyHeader]: key } : {}
  return withToken(shell, (token) => upload(address, schema, { file, token, headers, signal }), {
    inBackground,
  })
}

/** `call` for an operation whose answer is read piece by piece. */
export function callForStream<Declared extends Operation>(
  shell: ShellApi,
  operation: Declared,
  given: RequestOf<Declared>,
): Promise<ReadableStream<Uint8Array>>
export function callForStream(
  shell: ShellApi,
  operation: Operation,
  { params = {}, query, inBackground, ...options }: AnyRequest,
): Promise<ReadableStream<Uint8Array>> {
  const address = addressOf(operation, params, query)
  return withToken(shell, (token) => openStream(address, { ...options, token }), { inBackground })
}
