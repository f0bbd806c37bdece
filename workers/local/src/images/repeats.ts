import type { ImageRequest } from './image-request.ts'

/** Requests with the same words within this time are variants of one another. */
export const repeatWindowMs = 60_000

const recent = new Map<string, { count: number; since: number }>()

/**
 * How often the same words and picture were requested in the last minute. A model draws something else each time. This maker draws the same,
 * so it takes this number as the variation; otherwise the variants of one click would be equal. A minute later the first drawing returns.
 */
export function countRepeats({ prompt, reference, n }: Pick<ImageRequest, 'prompt' | 'reference' | 'n'>): number {
  const now = Date.now()
  for (const [key, { since }] of recent) if (now - since >= repeatWindowMs) recent.delete(key)
  const key = JSON.stringify([prompt, reference])
  const { count, since } = recent.get(key) ?? { count: 0, since: now }
  recent.set(key, { count: count + n, since })
  return count
}

/** Starts a new minute, for tests. */
export function forgetRepeats(): void {
  recent.clear()
}
