import * as z from 'zod/mini'

/**
 * The design that the next page starts with. Not the last one shown: SQLite would read that one again to leave it out.
 * The id settles the order of equal times.
 */
export interface Position {
  createdAt: number
  id: string
}

const Encoded = z.tuple([z.int(), z.string()])

export function writeCursor({ createdAt, id }: Position): string {
  return new TextEncoder().encode(JSON.stringify([createdAt, id])).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Null for what `writeCursor` cannot have written. */
export function readCursor(cursor: string): Position | null {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }))
    const parsed = z.safeParse(Encoded, JSON.parse(text))
    return parsed.success ? { createdAt: parsed.data[0], id: parsed.data[1] } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
