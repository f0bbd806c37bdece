import type { Drawing } from './drawing.ts'
import { longestOf, reduceField } from './pixels.ts'

/** Keeps the last result of each drawing. */
export function keepLatest<Key extends readonly (string | number)[], Result>(
  compute: (drawing: Drawing, ...key: Key) => Result,
) {
  const latest = new WeakMap<Drawing, { readonly key: string; readonly result: Result }>()
  return (drawing: Drawing, ...keys: Key): Result => {
    const key = keys.join()
    const before = latest.get(drawing)
    if (before?.key === key) return before.result
    const result = compute(drawing, ...keys)
    latest.set(drawing, { key, result })
    return result
  }
}

/** What is wider than a line is looked for in a field of at most this many pixels. */
const coarsePixels = 550

export function coarseFactor({ box }: Drawing): number {
  return Math.ceil(longestOf(box) / coarsePixels)
}

/**
 * A small drawing of at most that length, which is its own. Renderings are tried on it, and what is
 * found in it is not looked for again. Its picture is not needed.
 */
export const reduceDrawing = keepLatest((drawing): Drawing => {
  const factor = coarseFactor(drawing)
  if (factor === 1) return drawing
  const { x, y, width, height } = drawing.box
  return {
    ...drawing,
    ink: reduceField(drawing.ink, factor),
    darkness: reduceField(drawing.darkness, factor),
    box: { x: x / factor, y: y / factor, width: width / factor, height: height / factor },
  }
})
