import type { Location } from '@encre/protocol/catalogue'

/** The part of the sheet that a drawing fills, in units: the short side of the sheet is 1024. */
export interface Zone {
  outline: 'ellipse' | 'block'
  x: number
  y: number
  /** Half of its width and of its height. */
  rx: number
  ry: number
}

export interface Sheet {
  width: number
  height: number
}

// Arms and legs are long, a chest is wide, a back is large, a shoulder is round.
const reaches: Record<Location, readonly [outline: Zone['outline'], rx: number, ry: number]> = {
  arm: ['block', 0.285, 0.465],
  leg: ['block', 0.305, 0.47],
  chest: ['block', 0.47, 0.31],
  back: ['block', 0.44, 0.465],
  shoulder: ['ellipse', 0.43, 0.43],
  custom: ['ellipse', 0.41, 0.45],
}

export function zoneOf(placement: Location, { width, height }: Sheet): Zone {
  const [outline, rx, ry] = reaches[placement]
  const round = placement === 'shoulder' ? Math.min(width, height) : null
  return { outline, x: width / 2, y: height / 2, rx: rx * (round ?? width), ry: ry * (round ?? height) }
}

export function isTall({ rx, ry }: Zone): boolean {
  return ry > 1.3 * rx
}
export function isWide({ rx, ry }: Zone): boolean {
  return rx > 1.3 * ry
}
