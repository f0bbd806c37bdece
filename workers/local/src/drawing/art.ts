import type { Point } from './field/contours.ts'
import { element, fill, group, stroke } from './svg.ts'

/** Which ink a layer takes: the subject's colour, the next one, none, or black. */
export type Tint = 'main' | 'second' | 'paper' | 'ink'

/** Whipped shading: black at `from`, gone at `to`. */
export interface Whip {
  from: Point
  to: Point
  strength?: number
}

export interface Layer {
  /** A closed outline in a box of 512; empty where a layer has lines or blacks alone. */
  area: string
  tint: Tint
  edge?: 'fine' | 'none'
  whips?: readonly Whip[]
  lines?: string
  blacks?: string
  /** Scales, hairs and the like, which a style of few lines leaves out. */
  texture?: true
  /** Eyes, noses, beaks: no fur grows on them. */
  bare?: true
  /** Left out where the words exclude leaves. */
  leaf?: true
}

export type Art = readonly Layer[]

export interface Inks {
  ink: string
  colourOf(tint: Tint): string
}

export interface Lines {
  bold: number
  fine: number
}

/**
 * A drawing in flat colours, whipped blacks and outlines, layer over layer. `id` keeps its
 * gradients apart from those of others.
 */
export function paintArt(
  art: Art,
  id: string,
  { ink, colourOf }: Inks,
  { bold, fine }: Lines,
): string {
  return art.map((layer, i) => paintLayer(layer, `${id}-${i}`)).join('\n')

  function paintLayer(
    { area, tint, edge, whips = [], lines = '', blacks = '' }: Layer,
    layerId: string,
  ): string {
    return group(
      {},
      fill(area, colourOf(tint)),
      ...whips.map((whip, i) => paintWhip(area, whip, `${layerId}-${i}`, ink)),
      fill(blacks, ink),
      stroke(lines, ink, fine),
      edge === 'none' ? '' : stroke(area, ink, edge === 'fine' ? fine : bold),
    )
  }
}

function paintWhip(
  area: string,
  { from, to, strength = 0.92 }: Whip,
  id: string,
  ink: string,
): string {
  const stops = [
    [0, 1],
    [0.3, 0.86],
    [0.62, 0.34],
    [1, 0],
  ] as const
  const gradient = element(
    'linearGradient',
    { id, gradientUnits: 'userSpaceOnUse', x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
    stops
      .map(([offset, opacity]) =>
        element('stop', { offset, 'stop-color': ink, 'stop-opacity': opacity * strength }),
      )
      .join(''),
  )
  return gradient + fill(area, `url(#${id})`)
}

export function areasOf(art: Art): string {
  return art.map(({ area }) => area).join('')
}

export function artId({ shape, x, y }: { shape: string; x: number; y: number }): string {
  return `${shape}-${Math.round(x)}-${Math.round(y)}`
}

export function paintLines(
  art: Art,
  colour: string,
  width: number,
  fillOf: (layer: Layer) => string,
): string {
  return art
    .filter(({ texture }) => !texture)
    .map((layer) => {
      const { area, edge, lines = '', blacks = '' } = layer
      const outline = edge === 'none' ? '' : stroke(area, colour, width)
      return [
        fill(area, fillOf(layer)),
        stroke(lines, colour, width),
        fill(blacks, colour),
        outline,
      ].join('')
    })
    .join('\n')
}

const gap = '#fff'
const part = '#000'
// Light enough that whipped black and lines stand out on them.
const greys: Record<Tint, string> = {
  main: '#bdbdbd',
  second: '#9a9a9a',
  paper: '#f4f4f4',
  ink: '#000',
}

/** A drawing in the manner of an icon: black parts, with white gaps where its lines are. */
export function artParts(art: Art): string {
  return art
    .filter(({ texture }) => !texture)
    .map(({ area, edge, lines = '', blacks = '' }) =>
      [
        fill(area, part),
        edge === 'none' ? '' : stroke(area, gap, edge === 'fine' ? 6 : 8),
        stroke(lines, gap, 5),
        fill(blacks, part),
      ].join(''),
    )
    .join('')
}

export function artTones(art: Art): string {
  return paintArt(
    art,
    'tone',
    { ink: '#000', colourOf: (tint) => greys[tint] },
    { bold: 8, fine: 4.5 },
  )
}
