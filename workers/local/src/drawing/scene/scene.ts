import type { Location } from '@encre/protocol/catalogue'
import type { Brief } from '../brief.ts'
import { sample } from '../field/grid.ts'
import type { Figure } from '../figure.ts'
import type { Random } from '../random.ts'
import type { Kind } from '../subjects/catalogue.ts'
import type { Palette } from './palette.ts'

export interface Placed {
  shape: string
  figure: Figure
  kind: Kind
  x: number
  y: number
  scale: number
  angle: number
  flip: boolean
  role: 'lead' | 'companion' | 'behind'
  /** Its place among the subjects of its kind, from 0. They take turns with the colours. */
  turn: number
}

export interface Scene {
  brief: Brief
  sheet: Sheet
  zone: Zone
  placed: readonly Placed[]
  ribbons: readonly Ribbon[]
  palette: Palette
  random: Random
  variation: number
  /** Multiplies every line's width: a small tattoo has thick lines. */
  weight: number
  /** Multiplies the amount of detail: a small tattoo has little. */
  detail: number
}

export interface Ribbon {
  /** In capitals; empty for a ribbon without words. */
  text: string
  x: number
  y: number
  width: number
  height: number
}

export type Grammar = (scene: Scene) => string[]

/** The part of the sheet that a drawing fills, in units: the short side of the sheet is 1024. */
export interface Zone {
  outline: 'ellipse' | 'block'
  x: number
  y: number
  rx: number
  ry: number
}

export interface Sheet {
  width: number
  height: number
}

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
  return {
    outline,
    x: width / 2,
    y: height / 2,
    rx: rx * (round ?? width),
    ry: ry * (round ?? height),
  }
}

export function isTall({ rx, ry }: Zone): boolean {
  return ry > 1.3 * rx
}
export function isWide({ rx, ry }: Zone): boolean {
  return rx > 1.3 * ry
}

function toFigure(
  { figure: { box }, x, y, scale, angle, flip }: Placed,
  pointX: number,
  pointY: number,
): readonly [number, number] {
  const turn = (-angle * Math.PI) / 180
  const dx = (pointX - x) / scale
  const dy = (pointY - y) / scale
  const across = dx * Math.cos(turn) - dy * Math.sin(turn)
  const down = dx * Math.sin(turn) + dy * Math.cos(turn)
  return [box.x + box.width / 2 + (flip ? -across : across), box.y + box.height / 2 + down]
}

export function figureAt(
  placed: readonly Placed[],
  x: number,
  y: number,
): { placed: Placed; u: number; v: number } | null {
  for (let i = placed.length - 1; i >= 0; i--) {
    const one = placed[i]
    if (!one) continue
    const [u, v] = toFigure(one, x, y)
    if (sample(one.figure.body, u, v) > 0.5) return { placed: one, u, v }
  }
  return null
}

export function isFree(placed: readonly Placed[], x: number, y: number, gap: number): boolean {
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    if (figureAt(placed, x + gap * Math.cos(angle), y + gap * Math.sin(angle))) return false
  }
  return !figureAt(placed, x, y)
}
