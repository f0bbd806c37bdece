import type { Problem } from '@encre/protocol/problem'
import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

declare const codeOf: unique symbol

/**
 * An answer; only its type knows which codes it may have. `serve` refuses a `Response` without that
 * knowledge: it may have any.
 */
export type Answer<Code extends string = never> = Response &
  TypedResponse & { readonly [codeOf]?: Code }

/**
 * Answers a refusal as `application/problem+json` (RFC 9457). `serve` accepts the codes that the
 * operation declares.
 */
export function problem<Code extends string>(
  c: Context,
  status: ContentfulStatusCode,
  code: Code,
  detail?: string,
): Answer<Code> {
  const body: Problem = {
    code,
    status,
    title: code.replaceAll('-', ' '),
    requestId: c.get('requestId') ?? '',
    ...(detail && { detail }),
  }
  return c.body(JSON.stringify(body), status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'private, no-store',
  })
}
