import * as z from 'zod/mini'

// What a request carries so that it may be sent again: the key's header, and the fields of older
// pages. Pages choose a key in `shared/remote-kit/src/choose-repeat-key.ts`, or per click; workers
// judge it in `shared/worker/src/repeats.ts`.

/**
 * The header in which a page sends its key for a request that creates something. Sent again with the
 * same key, the request answers what the first one created; with the same key and another body it
 * is refused (422). The key names nothing: ids and addresses are the worker's.
 */
export const repeatKeyHeader = 'Idempotency-Key'

/** A UUID, as a part of a pattern. */
export const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The key, in the field where pages from before the header send it. */
export const WriteKey = z.optional(z.string().check(z.regex(new RegExp(`^${uuid}$`))))

/**
 * Milliseconds from the press to the request. Only a write that waited or whose answer was lost has
 * it: it must not undo what another device has changed since the press.
 */
export const AgeMs = z.optional(z.number().check(z.int(), z.minimum(0)))

/** What pages from before the header sent as their address. A key, where they send no other. */
export const AddressToken = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)))
