import * as z from 'zod/mini'

/**
 * What a worker answers when it refuses (RFC 9457, `application/problem+json`).
 * `code` is for programs; sentences live in each remote's `messages.ts`. `requestId` is what a member can quote.
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
 * Codes that every worker shares. The first five are the specification's (section 8);
 * `permission-denied` 401 and 403, `not-found` 404, `resource-exhausted` 429,
 * `failed-precondition` 409, 412, 422 and a page too old for its worker.
 * Everything after them reads as the specification's "any other".
 */
export type SharedProblem =
  | 'permission-denied'
  | 'failed-precondition'
  | 'not-found'
  | 'resource-exhausted'
  | 'invalid-request'
  | 'method-not-allowed'
  | 'unavailable'
  | 'internal'
