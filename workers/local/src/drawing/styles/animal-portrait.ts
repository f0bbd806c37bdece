import { type Art, artId, paintArt, type Tint } from '../art.ts'
import { format } from '../field/contours.ts'
import { blur, type Grid, sample } from '../field/grid.ts'
import { stipple } from '../field/stipple.ts'
import { hollowsOf } from '../figure.ts'
import { between, type Random } from '../random.ts'
import { accentFor, colourOfTint, hollowColour, type Palette } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isFurry } from '../subjects/beasts.ts'
import { fill, groupAt, paperUnder, stroke } from '../svg.ts'

/** Black and grey engraving: fur laid hair by hair along the form, smooth forms in short lines around it, a ground of hatching. */
export const drawAnimalPortrait: Grammar = (scene) => [
  drawSmoke(scene),
  ...scene.placed.flatMap((placed) => [drawGround(scene, placed), drawFur(scene, placed), drawEyes(scene, placed)]),
]

function drawGround({ palette }: Scene, placed: Placed): string {
  const { figure, scale, kind } = placed
  const tint = palette.coloured ? accentFor(palette, kind) : palette.ink
  if (figure.art) return drawArt(palette, placed, figure.art)
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 16 / scale),
    fill(figure.silhouette, tint, { 'fill-opacity': palette.coloured ? 0.26 : 0.12 }),
    fill(figure.holes, hollowColour(palette, kind), { 'fill-opacity': 0.88 }),
    stroke(figure.lines, palette.ink, 9, { 'stroke-opacity': 0.28 }),
    stroke(isFurry(placed.shape) ? figure.lines : figure.lines + figure.silhouette, palette.ink, 3.4, { 'stroke-opacity': 0.8 }),
  )
}

function drawArt(palette: Palette, placed: Placed, art: Art): string {
  const { figure, scale, kind, turn } = placed
  const colourOf = (tint: Tint) => mix(colourOfTint(palette, tint, kind, turn), palette.paper)
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 16 / scale),
    paintArt(
      art,
      artId(placed),
      { ink: palette.ink, colourOf: (tint) => (tint === 'ink' ? palette.ink : colourOf(tint)) },
      { bold: 3.4, fine: 2 },
    ),
  )
}

function mix(colour: string, paper: string): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round((channel(colour, at) + channel(paper, at)) / 2)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function drawEyes({ palette }: Scene, placed: Placed): string {
  const { art } = placed.figure
  if (art) {
    const colourOf = (tint: Tint) => colourOfTint(palette, tint, placed.kind, placed.turn)
    const features = art.filter(({ bare }) => bare)
    return groupAt(placed, paintArt(features, `${artId(placed)}-bare`, { ink: palette.ink, colourOf }, { bold: 3.4, fine: 2 }))
  }
  const iris = placed.kind === 'figure' ? palette.ink : palette.coloured ? (palette.accents.at(-1) ?? palette.ink) : palette.paper
  return groupAt(
    placed,
    fill(placed.figure.spots, iris, { stroke: palette.ink, 'stroke-width': 6 }),
    placed.kind === 'beast' ? fill(placed.figure.pupils, palette.ink) : '',
  )
}

/** Hairs start anywhere on the body and follow the fall of its form; dark in the shade, paper in the light. */
function drawFur({ palette, random, weight, detail }: Scene, placed: Placed): string {
  if (placed.figure.art && !isFurry(placed.shape)) return ''
  const { figure, scale, role, kind } = placed
  const { box } = figure
  const form = blur(figure.depth, 5)
  const furry = isFurry(placed.shape)
  // A white chest has fur as well; an eye has not.
  const chest = hollowsOf(figure, kind === 'beast' ? 1100 : Infinity)
  const body = (x: number, y: number) => {
    const shade = sample(figure.shade, x, y)
    // Smooth skin stays bare in the light.
    if (sample(figure.body, x, y) > 0.5) return furry ? 0.5 + 0.5 * shade : shade < 0.15 ? 0.04 : 0.4 + 0.6 * shade
    return sample(chest, x, y) > 0.5 ? 0.4 : 0
  }
  const closest = (role === 'lead' ? 4.7 : 5.4) * Math.sqrt(weight / detail)
  const roots = stipple(box, body, closest, closest * 2, random)
  const hairs: Record<'dark' | 'soft' | 'light', string[]> = { dark: [], soft: [], light: [] }
  for (const [x, y] of roots) {
    const shade = sample(figure.shade, x, y)
    const hair = drawHair({ form, furry, half: (1.25 * weight) / Math.max(0.6, scale) }, x, y, shade, random)
    if (furry && shade > 0.7 && random() < 0.42) hairs.light.push(hair)
    else if (!furry || shade > 0.5) hairs.dark.push(hair)
    else hairs.soft.push(hair)
  }
  return groupAt(
    placed,
    fill(hairs.soft.join(''), palette.ink, { 'fill-opacity': 0.65 }),
    fill(hairs.dark.join(''), palette.ink, { 'fill-opacity': 0.85 }),
    fill(hairs.light.join(''), palette.paper, { 'fill-opacity': 0.62 }),
  )
}

interface Coat {
  form: Grid
  furry: boolean
  half: number
}

function drawHair({ form, furry, half }: Coat, x: number, y: number, shade: number, random: Random): string {
  const slope = (u: number, v: number) => {
    const [dx, dy] = [sample(form, u + 4, v) - sample(form, u - 4, v), sample(form, u, v + 4) - sample(form, u, v - 4)]
    const [fx, fy] = furry ? [-dx + 0.12, -dy + 0.5] : [dy + 0.15, -dx + 0.15]
    const length = Math.hypot(fx, fy) || 1
    return [fx / length, fy / length] as const
  }
  const length = between(random, 12, 22) * (0.75 + 0.5 * shade) * (furry ? 1.1 : 0.72)
  const [ax, ay] = slope(x, y)
  const bend = between(random, -0.22, 0.22)
  const [mx, my] = [x + (ax - ay * bend) * length * 0.5, y + (ay + ax * bend) * length * 0.5]
  const [bx, by] = slope(mx, my)
  const [tx, ty] = [mx + bx * length * 0.5, my + by * length * 0.5]
  const n = format
  const [wx, wy] = [-ay * half, ax * half]
  return `M${n(x + wx)} ${n(y + wy)}Q${n(mx + wx)} ${n(my + wy)} ${n(tx)} ${n(ty)}Q${n(mx - wx)} ${n(my - wy)} ${n(x - wx)} ${n(y - wy)}Z`
}

function drawSmoke({ zone, palette, random, weight, detail, placed }: Scene): string {
  const lead = placed.find(({ role }) => role === 'lead')
  const [cx, cy] = lead ? [lead.x, lead.y] : [zone.x, zone.y]
  const strokes = Array.from({ length: Math.round(230 * detail) }, () => {
    const angle = random() * 2 * Math.PI
    const far = Math.sqrt(random()) * 0.92
    const [x, y] = [cx + far * zone.rx * Math.cos(angle), cy + far * zone.ry * 0.9 * Math.sin(angle)]
    const length = between(random, 26, 110) * (1.15 - far)
    return `M${format(x - length)} ${format(y + length * 0.8)}L${format(x + length)} ${format(y - length * 0.8)}`
  })
  const half = Math.floor(strokes.length / 2)
  const colour = palette.accents.at(-1) ?? palette.ink
  return (
    stroke(strokes.slice(0, half).join(''), palette.ink, 1.6 * weight, { 'stroke-opacity': 0.3 }) +
    stroke(strokes.slice(half).join(''), colour, 1.6 * weight, { 'stroke-opacity': 0.34 })
  )
}
