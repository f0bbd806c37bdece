import { artId, paintArt, type Tint } from '../art.ts'
import { format } from '../field/contours.ts'
import { blur, type Grid, sample } from '../field/grid.ts'
import { stipple } from '../field/stipple.ts'
import { between, type Random } from '../random.ts'
import { colourOfTint } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isFurry } from '../subjects/beasts.ts'
import { fill, groupAt, paperUnder } from '../svg.ts'

/**
 * Black and grey engraving: fur laid hair by hair along the form, smooth forms in short lines
 * around it.
 */
export const drawAnimalPortrait: Grammar = (scene) =>
  scene.placed.flatMap((placed) => [
    drawGround(scene, placed),
    drawFur(scene, placed),
    drawEyes(scene, placed),
  ])

const lines = { bold: 3.4, fine: 2 }

function drawGround({ palette }: Scene, placed: Placed): string {
  const { figure, scale, kind, turn } = placed
  const colourOf = (tint: Tint) =>
    tint === 'ink' ? palette.ink : mix(colourOfTint(palette, tint, kind, turn), palette.paper)
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 16 / scale),
    paintArt(figure.art, artId(placed), { ink: palette.ink, colourOf }, lines),
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
  const colourOf = (tint: Tint) => colourOfTint(palette, tint, placed.kind, placed.turn)
  const features = placed.figure.art.filter(({ bare }) => bare)
  return groupAt(
    placed,
    paintArt(features, `${artId(placed)}-bare`, { ink: palette.ink, colourOf }, lines),
  )
}

/**
 * Hairs start anywhere on the body and follow the fall of its form; dark in the shade, paper in the
 * light.
 */
function drawFur({ palette, random, weight, detail }: Scene, placed: Placed): string {
  const { figure, scale, role } = placed
  const { box } = figure
  const form = blur(figure.depth, 5)
  const furry = isFurry(placed.shape)
  // A smooth drawing of our own is shaded already.
  if (!furry && !figure.isIcon) return ''
  const body = (x: number, y: number) => {
    if (sample(figure.body, x, y) <= 0.5) return 0
    const shade = sample(figure.shade, x, y)
    if (furry) return 0.5 + 0.5 * shade
    // Smooth skin stays bare in the light.
    return shade < 0.15 ? 0.04 : 0.4 + 0.6 * shade
  }
  const closest = (role === 'lead' ? 4.7 : 5.4) * Math.sqrt(weight / detail)
  const roots = stipple(box, body, closest, closest * 2, random)
  const hairs: Record<'dark' | 'soft' | 'light', string[]> = { dark: [], soft: [], light: [] }
  for (const [x, y] of roots) {
    const shade = sample(figure.shade, x, y)
    const hair = drawHair(
      { form, furry, half: (1.25 * weight) / Math.max(0.6, scale) },
      x,
      y,
      shade,
      random,
    )
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

function drawHair(
  { form, furry, half }: Coat,
  x: number,
  y: number,
  shade: number,
  random: Random,
): string {
  const slope = (u: number, v: number) => {
    const dx = sample(form, u + 4, v) - sample(form, u - 4, v)
    const dy = sample(form, u, v + 4) - sample(form, u, v - 4)
    const [fx, fy] = furry ? [-dx + 0.12, -dy + 0.5] : [dy + 0.15, -dx + 0.15]
    const length = Math.hypot(fx, fy) || 1
    return [fx / length, fy / length] as const
  }
  const length = between(random, 12, 22) * (0.75 + 0.5 * shade) * (furry ? 1.1 : 0.72)
  const [ax, ay] = slope(x, y)
  const bend = between(random, -0.22, 0.22)
  const mx = x + (ax - ay * bend) * length * 0.5
  const my = y + (ay + ax * bend) * length * 0.5
  const [bx, by] = slope(mx, my)
  const tx = mx + bx * length * 0.5
  const ty = my + by * length * 0.5
  const n = format
  const wx = -ay * half
  const wy = ax * half
  return `M${n(x + wx)} ${n(y + wy)}Q${n(mx + wx)} ${n(my + wy)} ${n(tx)} ${n(ty)}Q${n(mx - wx)} ${n(my - wy)} ${n(x - wx)} ${n(y - wy)}Z`
}
