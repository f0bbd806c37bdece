import { RequestError } from './request-error.ts'

// The browser's half of a repeated request: one key per content. `shared/protocol/src/writer.ts`
// says when it is sent again, `shared/worker/src/repeats.ts` that it has one effect.

/** Refusals after which the same key would be refused again. */
const finalStatuses = [404, 409, 422]

/**
 * Gives what a page creates its key. The same content has the same key until `forget`, so that
 * pressing again creates nothing twice.
 */
export function createWriteKeys() {
  let known: { content: unknown[]; key: string } | null = null
  return {
    keyOf(...content: unknown[]): string {
      const isKnown = known?.content.every((part, index) => part === content[index])
      if (!known || !isKnown) known = { content, key: crypto.randomUUID() }
      return known.key
    },
    forget() {
      known = null
    },
    /** After a failure: whether a key can still be repeated. */
    forgetRefused(error: unknown) {
      if (error instanceof RequestError && finalStatuses.includes(error.status)) known = null
    },
  }
}
