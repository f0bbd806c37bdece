import * as z from 'zod/mini'

/**
 * The id of what a request creates, a UUID that the page makes. Sent again with the same id, the
 * request answers what the first one created. Pages from before ids send none: the worker makes one.
 */
export const WriteKey = z.optional(
  z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
)

/**
 * The token of an address that a request creates: 128 random bits of the page, in base64url. The
 * worker stores its hash, so a page that made the token knows the address without an answer.
 */
export const AddressToken = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)))
