import type { SharedProblem } from '@encre/protocol/problem'
import { createMiddleware } from 'hono/factory'
import { problem } from './problem.ts'

/** The longest address, in characters. The site's own longest one, of a signed image, has 250. */
export const addressLimit = 8192

/** R2 throws for entity tags that it cannot read, so they must not reach it. A list is short: one tag per version that the client has. */
const entityTags = /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7e]{0,200}"(?:\s{0,9},\s{0,9}(?:W\/)?"[\x21\x23-\x7e]{0,200}"){0,20})\s*$/

/** Answers 414 to a longer address and 400 to a malformed `If-Match` or `If-None-Match`, before any handler reads them. */
export const refuseMalformed = createMiddleware(async (c, next) => {
  if (c.req.url.length > addressLimit) return problem<SharedProblem>(c, 414, 'invalid-request')
  for (const name of ['if-match', 'if-none-match']) {
    const value = c.req.header(name)
    if (value !== undefined && !entityTags.test(value)) return problem<SharedProblem>(c, 400, 'invalid-request')
  }
  await next()
})
