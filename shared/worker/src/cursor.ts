import * as z from 'zod/mini'
import { base64url } from './secrets.ts'

/**
 * The last millisecond of the year 9999: later dates have a longer ISO form, which does not sort as
 * text.
 */
const maxDateMs = Date.UTC(10_000, 0) - 1

/**
 * The first row of the next page: with the last row of this one, SQLite would read that again. The
 * id orders rows with equal dates.
 */
export interface Position {
  createdAt: string
  id: string
  /** Orders rows with equal dates in place of the id, where rows have one. */
  number?: number | undefined
}

/**
 * Milliseconds since 1970, id, and the number where there is one. Open pages have cursors in this
 * form.
 */
const Encoded = z.tuple([
  z.int().check(z.minimum(0), z.maximum(maxDateMs)),
  z.string(),
  z.optional(z.int()),
])

/** Writes a position as text for an address. `readCursor` reads it. */
export function writeCursor({ createdAt, id, number }: Position): string {
  const order = number === undefined ? [] : [number]
  const text = JSON.stringify([Date.parse(createdAt), id, ...order])
  return new TextEncoder().encode(text).toBase64(base64url)
}

/**
 * Where a page of a list begins: null, at the start, without a cursor. 'invalid-cursor', the problem
 * to answer, for a text that `writeCursor` cannot have written.
 */
export function readCursor(cursor: string | null = null): Position | null | 'invalid-cursor' {
  if (cursor === null) return null
  try {
    const bytes = Uint8Array.fromBase64(cursor, base64url)
    const parsed = z.safeParse(Encoded, JSON.parse(new TextDecoder().decode(bytes)))
    if (!parsed.success) return 'invalid-cursor'
    const [milliseconds, id, number] = parsed.data
    const position = { createdAt: new Date(milliseconds).toISOString(), id }
    return number === undefined ? position : { ...position, number }
  } catch (error) {
    if (error instanceof SyntaxError) return 'invalid-cursor'
    throw error
  }
}

/** The same for a cursor that another worker hands back. Throws for one that is not ours. */
export function readOwnCursor(cursor: string | null): Position | null {
  const from = readCursor(cursor)
  if (from === 'invalid-cursor') throw new TypeError(`not a cursor of this worker: ${cursor}`)
  return from
}
