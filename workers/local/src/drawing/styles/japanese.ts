import { getFigure } from '../figure.ts'
import { drawScales } from '../ornaments/scales.ts'
import { freeSpots } from '../ornaments/sparks.ts'
import { cloudEdge, seigaiha } from '../ornaments/waves.ts'
import { between } from '../random.ts'
import { accentFor } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isBone, isScaly } from '../subjects/coats.ts'
import { circle, element, fill, format, group, stroke } from '../svg.ts'
import { drawFlatFigure } from './flat-figure.ts'

/** Irezumi: a dark ground of clouds, wind bars and seigaiha, and on it the subject, light and bold, with blossoms. */
export const drawJapanese: Grammar = (scene) => [
  drawGround(scene),
  ...scene.placed.map((placed) => drawFigure(scene, placed)),
  ...drawBlossoms(scene),
]

function drawGround(scene: Scene): string {
  const { zone, palette, weight, placed } = scene
  const edge = cloudEdge({ ...zone, rx: zone.rx * 0.95, ry: zone.ry * 0.95 }, 96)
  const top = zone.y + zone.ry * 0.22
  const radius = 52 * weight ** 0.5
  const waves = seigaiha({ ...zone }, top, radius, 3)
  const sun = placed.some(({ kind }) => kind === 'sky') ? '' : drawSun(scene)
  return group(
    {},
    element('clipPath', { id: 'ground' }, fill(edge, palette.ink)),
    element(
      'linearGradient',
      { id: 'dusk', x1: 0, y1: 0, x2: 0, y2: 1 },
      [0.96, 0.72, 0.5, 0.86].map((o, i) => element('stop', { offset: i / 3, 'stop-color': palette.ink, 'stop-opacity': o })).join(''),
    ),
    group(
      { 'clip-path': 'url(#ground)' },
      fill(edge, 'url(#dusk)'),
      sun,
      drawWind(scene, top),
      ...waves.map(
        ({ fans, arcs }) =>
          fill(fans, palette.ink, { stroke: palette.paper, 'stroke-width': 4.5 * weight }) + stroke(arcs, palette.paper, 3.2 * weight),
      ),
    ),
    stroke(edge, palette.ink, 9 * weight),
  )
}

function drawSun({ zone, palette }: Scene): string {
  const radius = Math.min(zone.rx, zone.ry) * 0.62
  return circle(zone.x + zone.rx * 0.16, zone.y - zone.ry * 0.3, radius, {
    fill: palette.coloured ? accentFor(palette, 'sky') : palette.paper,
    stroke: palette.paper,
    'stroke-width': 7,
  })
}

/** Bands of wind: four or five streaks that run together and end round. */
function drawWind({ zone, palette, random, weight, detail }: Scene, foot: number): string {
  const bands = Math.round(4 * detail) + 1
  const height = foot - (zone.y - zone.ry)
  return Array.from({ length: bands }, (_, band) => {
    const y = zone.y - zone.ry + (height * (band + 0.5)) / bands
    const side = band % 2 === 0 ? -1 : 1
    const reach = between(random, 0.5, 0.95) * zone.rx
    const from = zone.x + side * zone.rx * 1.1
    const to = zone.x + side * (zone.rx - reach)
    return [0, 1, 2].map((i) => {
      const level = y + i * 17
      const end = to + side * i * 34
      const d = `M${format(from)} ${format(level + 12)}Q${format((from + end) / 2)} ${format(level - 22)} ${format(end)} ${format(level)}`
      return stroke(d, palette.paper, (i === 1 ? 8 : 5) * weight, { 'stroke-opacity': 0.9 })
    })
  })
    .flat()
    .join('')
}

function drawFigure({ palette, weight }: Scene, placed: Placed): string {
  const { kind, shape, turn } = placed
  const colour = palette.coloured && !isBone(shape) ? accentFor(palette, kind, turn) : palette.paper
  const second = colour !== palette.paper && palette.accents.length > 1 ? accentFor(palette, kind, turn + 1) : colour
  const flat = drawFlatFigure(placed, {
    palette,
    line: 8.5 * weight,
    halo: 26,
    // Scales and feathers would run into one another.
    grow: placed.figure.parts.length > 14 ? 1 : 7,
    shades: [
      [0.5, 0.24],
      [0.64, 0.42],
      [0.77, 0.8],
    ],
    colourOf: ({ rank, share }) => (rank % 2 === 1 && share < 0.3 ? second : colour),
  })
  return isScaly(shape) ? flat + drawScales(placed, palette.ink, 15, (2.6 * weight) / placed.scale) : flat
}

function drawBlossoms(scene: Scene): string[] {
  const { zone, placed, random, detail } = scene
  const inner = { ...zone, rx: zone.rx * 0.86, ry: zone.ry * 0.86 }
  const figure = getFigure('sakura')
  return freeSpots(inner, placed, random, Math.round(4 * detail) + 1, 46).map(({ x, y, size }) =>
    drawFigure(
      { ...scene, weight: scene.weight * 0.5 },
      {
        shape: 'sakura',
        figure,
        kind: 'flower',
        x,
        y,
        scale: (size * 104) / 512,
        angle: random() * 72,
        flip: false,
        role: 'companion',
        turn: 0,
      },
    ),
  )
}
