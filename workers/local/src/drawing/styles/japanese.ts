import { getFigure } from '../figure.ts'
import { between } from '../random.ts'
import { accentFor } from '../scene/palette.ts'
import type { Grammar, Placed, Scene, Zone } from '../scene/scene.ts'
import { circle, element, fill, format, group, stroke } from '../svg.ts'
import { drawFlatFigure } from './flat-figure.ts'
import { freeSpots } from './sparks.ts'

/**
 * Irezumi: a dark ground of clouds, wind bars and seigaiha, and on it the subject, light and bold,
 * with blossoms.
 */
export const drawJapanese: Grammar = (scene) => [
  drawGround(scene),
  ...scene.placed.map((placed) => drawFigure(scene, placed)),
  ...drawBlossoms(scene),
]

function drawGround(scene: Scene): string {
  const { brief, zone, palette, weight, placed } = scene
  const edge = cloudEdge({ ...zone, rx: zone.rx * 0.95, ry: zone.ry * 0.95 }, 96)
  const top = zone.y + zone.ry * 0.22
  const radius = 52 * weight ** 0.5
  const waves = seigaiha({ ...zone }, top, radius, 3)
  const isSunless = /soleil|sun/.test(brief.excluded) || placed.some(({ kind }) => kind === 'sky')
  const sun = isSunless ? '' : drawSun(scene)
  return group(
    {},
    element('clipPath', { id: 'ground' }, fill(edge, palette.ink)),
    element(
      'linearGradient',
      { id: 'dusk', x1: 0, y1: 0, x2: 0, y2: 1 },
      [0.96, 0.72, 0.5, 0.86]
        .map((o, i) =>
          element('stop', { offset: i / 3, 'stop-color': palette.ink, 'stop-opacity': o }),
        )
        .join(''),
    ),
    group(
      { 'clip-path': 'url(#ground)' },
      fill(edge, 'url(#dusk)'),
      sun,
      drawWind(scene, top),
      ...waves.map(
        ({ fans, arcs }) =>
          fill(fans, palette.ink, { stroke: palette.paper, 'stroke-width': 4.5 * weight }) +
          stroke(arcs, palette.paper, 3.2 * weight),
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
  return drawFlatFigure(placed, { palette, line: 8.5 * weight, halo: 26 })
}

function drawBlossoms(scene: Scene): string[] {
  const { brief, zone, placed, random, detail } = scene
  if (/fleur|cerisier|flower|blossom/.test(brief.excluded)) return []
  const inner = { ...zone, rx: zone.rx * 0.86, ry: zone.ry * 0.86 }
  const figure = getFigure('sakura', 'flower')
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

/**
 * Seigaiha: overlapping fans of `rings` arcs, row by row from `top` down to the foot of the zone;
 * each row covers half of the last.
 */
function seigaiha(
  { x, y, rx, ry }: Zone,
  top: number,
  radius: number,
  rings: number,
): { fans: string; arcs: string }[] {
  const rows = Math.ceil((y + ry + radius - top) / (radius * 0.5))
  const columns = 2 * Math.ceil(rx / (2 * radius)) + 1
  return Array.from({ length: rows }, (_, row) => {
    const centres = Array.from(
      { length: columns + 1 },
      (_, i) => x + (2 * i - columns - (row % 2)) * radius,
    )
    const level = top + row * radius * 0.5
    return {
      fans: centres.map((centre) => fan(centre, level, radius)).join(''),
      arcs: centres
        .flatMap((centre) =>
          Array.from({ length: rings }, (_, i) =>
            arc(centre, level, radius * (1 - i / (rings + 0.6))),
          ),
        )
        .join(''),
    }
  })
}

function fan(x: number, y: number, r: number): string {
  return `${arc(x, y, r)}Z`
}

function arc(x: number, y: number, r: number): string {
  return `M${format(x - r)} ${format(y)}A${format(r)} ${format(r)} 0 0 1 ${format(x + r)} ${format(y)}`
}

function cloudEdge({ x, y, rx, ry, outline }: Zone, size: number): string {
  const power = outline === 'ellipse' ? 1 : 0.42
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** power
  const at = (angle: number) =>
    [x + rx * bend(Math.cos(angle)), y + ry * bend(Math.sin(angle))] as const
  const fine = Array.from({ length: 720 }, (_, i) => at((i / 720) * 2 * Math.PI))
  const corners: (readonly [number, number])[] = []
  let walked = size
  fine.forEach((point, i) => {
    const before = fine[i - 1] ?? point
    walked += Math.hypot(point[0] - before[0], point[1] - before[1])
    const wanted = size * (0.75 + 0.5 * Math.abs(Math.sin(corners.length * 2.4)))
    if (walked >= wanted) {
      corners.push(point)
      walked = 0
    }
  })
  const curves = corners.map((point, i) => {
    const next = corners[(i + 1) % corners.length] ?? point
    const r = Math.hypot(next[0] - point[0], next[1] - point[1]) * 0.56
    return `A${format(r)} ${format(r)} 0 0 1 ${next.map(format).join(' ')}`
  })
  return `M${(corners[0] ?? [x, y]).map(format).join(' ')}${curves.join('')}Z`
}
