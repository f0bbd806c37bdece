import type { Art } from '../art.ts'
import { type Point, polygonPath } from '../field/contours.ts'
import { between, type Random } from '../random.ts'
import { colourOfTint } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { circle, fill, format, group, groupAt, stroke } from '../svg.ts'

/** Washes that bleed past the subject, splashes, under thin lines. */
export const drawWatercolor: Grammar = (scene) => [
  drawWashes(scene),
  drawSplashes(scene),
  ...scene.placed.map((placed) => drawPigment(scene, placed)),
]

function drawWashes({ zone, palette, random, detail, placed }: Scene): string {
  const colours = palette.accents
  const lead = placed.find(({ role }) => role === 'lead')
  const [cx, cy] = lead ? [lead.x, lead.y] : [zone.x, zone.y]
  const count = Math.max(colours.length + 1, Math.round(4 * detail))
  return group(
    {},
    ...Array.from({ length: count }, (_, i) => {
      const angle = (i / count) * 2 * Math.PI + random() * 0.9
      const away = i === 0 ? 0.12 : between(random, 0.34, 0.52)
      const rx = zone.rx * between(random, 0.36, 0.56)
      const ry = zone.ry * between(random, 0.3, 0.46)
      const colour = colours[i % colours.length] ?? palette.ink
      const sheets = wash(
        cx + away * zone.rx * Math.cos(angle),
        cy + away * zone.ry * Math.sin(angle),
        rx,
        ry,
        16,
        random,
      )
      return group(
        { fill: colour, 'fill-opacity': palette.coloured ? 0.036 : 0.022 },
        ...sheets.map((d) => `<path d="${d}"/>`),
      )
    }),
  )
}

function drawSplashes({ zone, palette, random, detail, placed }: Scene): string {
  const lead = placed.find(({ role }) => role === 'lead')
  const [cx, cy] = lead ? [lead.x, lead.y] : [zone.x, zone.y]
  const drops = Array.from({ length: Math.round(58 * detail) }, () => {
    const angle = random() * 2 * Math.PI
    const far = between(random, 0.62, 1.02)
    const x = cx + far * zone.rx * Math.cos(angle)
    const y = cy + far * zone.ry * Math.sin(angle)
    const size = 2 + 17 * random() ** 4
    const colour = palette.accents[Math.floor(random() * palette.accents.length)] ?? palette.ink
    return circle(x, y, size, { fill: colour, 'fill-opacity': between(random, 0.3, 0.72) })
  })
  return group({}, ...drops)
}

function drawPigment(scene: Scene, placed: Placed): string {
  const { palette, random } = scene
  const { figure, scale } = placed
  const drift = `translate(${format(between(random, -7, 7) / scale)} ${format(between(random, -7, 7) / scale)})`
  return groupAt(
    placed,
    fill(figure.silhouette, palette.paper, { 'fill-opacity': 0.9 }),
    ...paintWashes(figure.art, scene, placed, drift),
  )
}

function washOpacity(tint: Art[number]['tint'], isColoured: boolean): number {
  if (tint === 'ink') return 0.85
  if (tint === 'paper') return 0
  return isColoured ? 0.5 : 0.24
}

function paintWashes(
  art: Art,
  { palette, weight }: Scene,
  { kind, turn, scale }: Placed,
  drift: string,
): string[] {
  const width = (3.6 * weight) / scale
  return art.map(({ area, tint, edge, lines = '', blacks = '', texture }) => {
    const colour = palette.coloured ? colourOfTint(palette, tint, kind, turn) : palette.ink
    const opacity = washOpacity(tint, palette.coloured)
    return [
      fill(area, palette.paper),
      opacity > 0 ? fill(area, colour, { 'fill-opacity': opacity, transform: drift }) : '',
      opacity > 0
        ? stroke(area, colour, 5 / scale, { 'stroke-opacity': 0.35, transform: drift })
        : '',
      stroke(lines, palette.ink, width * 0.6, texture ? { 'stroke-opacity': 0.6 } : {}),
      fill(blacks, palette.ink),
      edge === 'none' ? '' : stroke(area, palette.ink, width * (edge === 'fine' ? 0.7 : 1)),
    ].join('')
  })
}

/**
 * Translucent sheets of a loose polygon, each broken in its own way: the pigment gathers in the
 * middle and feathers out (after Tyler Hobbs).
 */
function wash(
  x: number,
  y: number,
  rx: number,
  ry: number,
  sheets: number,
  random: Random,
): string[] {
  const corners = 11
  const start = Array.from({ length: corners }, (_, i): Point => {
    const angle = (i / corners) * 2 * Math.PI
    const reach = 0.78 + 0.4 * random()
    return [x + rx * reach * Math.cos(angle), y + ry * reach * Math.sin(angle)]
  })
  const base = breakEdges(breakEdges(start, 0.34, random), 0.3, random)
  return Array.from({ length: sheets }, () =>
    polygonPath(breakEdges(breakEdges(breakEdges(base, 0.42, random), 0.36, random), 0.3, random)),
  )
}

function breakEdges(points: readonly Point[], amount: number, random: Random): Point[] {
  return points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length] ?? point
    const length = Math.hypot(next[0] - point[0], next[1] - point[1])
    const spread = () => (random() + random() + random() - 1.5) * length * amount
    const at = 0.35 + 0.3 * random()
    const middle: Point = [
      point[0] + (next[0] - point[0]) * at + spread(),
      point[1] + (next[1] - point[1]) * at + spread(),
    ]
    return [point, middle]
  })
}
