import * as z from 'zod/mini'

/**
 * The body of a refused request (RFC 9457). `code` is for programs; a member can quote `requestId`
 * to support.
 */
export const Problem = z.object({
  code: z.string(),
  status: z.number(),
  title: z.string(),
  requestId: z.string(),
  detail: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>

/**
 * The codes that every worker shares. The first four are the specification's (section 8), with
 * these statuses:
 * `permission-denied` 401 and 403; `failed-precondition` 409, 412, 422 and a page too old for its
 * worker; `not-found` 404;
 * `resource-exhausted` 429. `unavailable` is a worker that cannot be reached, or cannot reach what
 * it needs. `read-only` is a page of `npm run dev -- --against`, which writes nothing.
 * The other codes read as the specification's "any other".
 */
export type SharedProblem =
  | 'permission-denied'
  | 'failed-precondition'
  | 'not-found'
  | 'resource-exhausted'
  | 'invalid-request'
  | 'method-not-allowed'
  | 'unavailable'
  | 'read-only'
  | 'internal'
