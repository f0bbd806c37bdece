import { sample } from '../field/grid.ts'
import type { Placed } from './scene.ts'

/** A point of the sheet in the box of a placed figure. */
export function toFigure({ figure: { box }, x, y, scale, angle, flip }: Placed, pointX: number, pointY: number): readonly [number, number] {
  const turn = (-angle * Math.PI) / 180
  const [dx, dy] = [(pointX - x) / scale, (pointY - y) / scale]
  const across = dx * Math.cos(turn) - dy * Math.sin(turn)
  const down = dx * Math.sin(turn) + dy * Math.cos(turn)
  return [box.x + box.width / 2 + (flip ? -across : across), box.y + box.height / 2 + down]
}

/** The figure that a viewer sees at a point of the sheet, and where in its box. */
export function figureAt(placed: readonly Placed[], x: number, y: number): { placed: Placed; u: number; v: number } | null {
  for (let i = placed.length - 1; i >= 0; i--) {
    const one = placed[i]
    if (!one) continue
    const [u, v] = toFigure(one, x, y)
    if (sample(one.figure.body, u, v) > 0.5) return { placed: one, u, v }
  }
  return null
}

/** True where a disc of radius `gap` would touch no figure. */
export function isFree(placed: readonly Placed[], x: number, y: number, gap: number): boolean {
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    if (figureAt(placed, x + gap * Math.cos(angle), y + gap * Math.sin(angle))) return false
  }
  return !figureAt(placed, x, y)
}
