import type { Context } from 'hono'
import { problem } from './problem.ts'

/**
 * Answers an object of R2 whole, in part (206) or as not modified (304). `headersOf` adds its own
 * headers. Null without the object.
 */
export async function answerObject(
  c: Context,
  bucket: R2Bucket,
  key: string,
  headersOf: (object: R2Object) => Record<string, string>,
) {
  const conditions = c.req.raw.headers
  const object = await getObject(bucket, key, conditions)
  if (object === 'unsatisfiable') return problem(c, 416, 'invalid-request')
  if (!object) return null

  const headers = { ...headersOf(object), ETag: object.httpEtag, 'Accept-Ranges': 'bytes' }
  if (!('body' in object)) {
    const asksForNews = conditions.has('if-none-match') || conditions.has('if-modified-since')
    return c.body(null, asksForNews ? 304 : 412, headers)
  }
  const part = conditions.has('range') ? partOf(object) : null
  if (!part) return c.body(object.body, 200, { ...headers, 'Content-Length': String(object.size) })
  return c.body(object.body, 206, {
    ...headers,
    'Content-Length': String(part.end - part.start + 1),
    'Content-Range': `bytes ${part.start}-${part.end}/${object.size}`,
  })
}

async function getObject(
  bucket: R2Bucket,
  key: string,
  conditions: Headers,
): Promise<R2Object | R2ObjectBody | null | 'unsatisfiable'> {
  try {
    return await bucket.get(key, { onlyIf: conditions, range: conditions })
  } catch (error) {
    if (isUnsatisfiable(error)) return 'unsatisfiable'
    throw error
  }
}

/** First and last byte of a partial answer of R2; null for the whole object. */
function partOf({ range, size }: R2Object): { start: number; end: number } | null {
  if (!range) return null
  const named: { offset?: number; length?: number; suffix?: number } = range
  const { offset = 0, length = size, suffix } = named
  const start = suffix === undefined ? offset : Math.max(0, size - suffix)
  const end = Math.min(size, start + length) - 1
  return start === 0 && end === size - 1 ? null : { start, end }
}

/**
 * R2's error for a range outside the object. It has no class or code of its own, only this number
 * in its message.
 */
function isUnsatisfiable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('(10039)')
}
