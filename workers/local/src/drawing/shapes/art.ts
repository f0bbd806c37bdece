import type { Point } from './pen.ts'

/** Which ink a layer takes: the subject's colour, the next one, none, or black. */
export type Tint = 'main' | 'second' | 'paper' | 'ink'

/** Whipped shading: black at `from`, gone at `to`. */
export interface Whip {
  from: Point
  to: Point
  /** Opacity at `from`; 0.92 without it. */
  strength?: number
}

/** One part of a drawing: its area with lines, blacks and shading. */
export interface Layer {
  /** A closed outline in a box of 512; empty where a layer has lines or blacks alone. */
  area: string
  tint: Tint
  /** The line around it: bold by default. */
  edge?: 'fine' | 'none'
  whips?: readonly Whip[]
  /** Open lines, drawn finer than the outline. */
  lines?: string
  /** Areas of solid black. */
  blacks?: string
  /** Scales, hairs and the like, which a style of few lines leaves out. */
  texture?: true
  /** Eyes, noses, beaks: no fur grows on them. */
  bare?: true
}

/** A drawing as layers from back to front. Each layer covers the ones below. */
export type Art = readonly Layer[]
