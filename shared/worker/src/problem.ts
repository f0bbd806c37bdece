import type { Problem } from '@encre/protocol/problem'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * Answers a refusal as `application/problem+json` (RFC 9457). Give the feature's union of codes:
 * `problem<GalleryProblem>(c, 404, 'not-found')`.
 */
export function problem<Code extends string>(
  c: Context,
  status: ContentfulStatusCode,
  code: Code,
  detail?: string,
): Response {
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
