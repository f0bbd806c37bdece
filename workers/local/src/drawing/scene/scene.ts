import type { Brief } from '../brief.ts'
import type { Figure } from '../figure.ts'
import type { Random } from '../random.ts'
import type { Kind } from '../subjects/subject.ts'
import type { Palette } from './palette.ts'
import type { Sheet, Zone } from './zone.ts'

/** A figure on the sheet. */
export interface Placed {
  /** Name of its shape. */
  shape: string
  figure: Figure
  kind: Kind
  x: number
  y: number
  scale: number
  angle: number
  flip: boolean
  role: 'lead' | 'companion' | 'behind'
  /** How many other subjects of its kind came before it: they take turns with the colours. */
  turn: number
}

export interface Scene {
  brief: Brief
  sheet: Sheet
  zone: Zone
  /** From the back to the front. */
  placed: readonly Placed[]
  palette: Palette
  random: Random
  /** Multiplies every line's width: a small tattoo has thick lines. */
  weight: number
  /** Multiplies how much there is to see: a small tattoo has little. */
  detail: number
}

/** A grammar draws a scene as layers of SVG, in the order in which a tattooist would ink them. */
export type Grammar = (scene: Scene) => string[]
