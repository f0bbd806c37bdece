import { sample } from '../field/grid.ts'
import { stipple } from '../field/stipple.ts'
import { accentFor, type Palette } from '../scene/palette.ts'
import { figureAt, type Grammar, type Placed, type Scene, type Zone } from '../scene/scene.ts'
import { format, stroke } from '../svg.ts'

/** Only dots: their density makes every tone, their size hardly changes. No grey, no line. */
export const drawDotwork: Grammar = (scene) => {
  const { zone, palette, random, weight, placed } = scene
  const area = {
    x: zone.x - zone.rx - 20,
    y: zone.y - zone.ry - 20,
    width: 2 * zone.rx + 40,
    height: 2 * zone.ry + 40,
  }
  const seen = (x: number, y: number) => figureAt(placed, x, y)
  const tone = (x: number, y: number) => {
    const hit = seen(x, y)
    if (hit) return figureTone(hit.placed, hit.u, hit.v)
    return haloTone(zone, x, y) * clearance(scene, x, y)
  }
  const points = stipple(area, tone, 3.15 * weight ** 0.5, 15, random)
  const dots = new Map<string, string[]>()
  for (const [x, y] of points) {
    const hit = seen(x, y)
    const colour = hit ? figureColour(palette, hit.placed) : (palette.accents.at(-1) ?? palette.ink)
    const size = 2.9 * weight ** 0.5 * (0.85 + 0.3 * random()) * (0.92 + 0.5 * tone(x, y))
    const key = `${colour} ${Math.round(size * 2) / 2}`
    push(dots, key, `M${format(x)} ${format(y)}h.01`)
  }
  return [drawDots(dots), ...placed.map((one) => drawOutline(scene, one))]
}

function push(dots: Map<string, string[]>, key: string, dot: string): void {
  const list = dots.get(key)
  if (list) list.push(dot)
  else dots.set(key, [dot])
}

function drawDots(dots: Map<string, string[]>): string {
  return [...dots]
    .map(([key, list]) => stroke(list.join(''), key.split(' ')[0] ?? '', Number(key.split(' ')[1])))
    .join('\n')
}

function figureTone({ figure }: Placed, u: number, v: number): number {
  return Math.min(1, 0.02 + 1.25 * Math.max(0, sample(figure.shade, u, v) - 0.05))
}

function figureColour(palette: Palette, { role, kind }: Placed): string {
  return role === 'lead' ? palette.ink : accentFor(palette, kind)
}

function haloTone(zone: Zone, x: number, y: number): number {
  const dx = (x - zone.x) / zone.rx
  const dy = (y - zone.y) / zone.ry
  const far =
    zone.outline === 'ellipse'
      ? Math.hypot(dx, dy)
      : (Math.abs(dx) ** 4 + Math.abs(dy) ** 4) ** 0.25
  if (far > 0.97) return 0
  const low = Math.max(0, (dy + 0.35) / 1.35)
  return 0.62 * low ** 1.7 * far ** 2.4 + 0.02
}

function clearance({ placed }: Scene, x: number, y: number): number {
  const gap = 11
  return [0, 1, 2, 3].some((i) =>
    figureAt(placed, x + gap * Math.cos(i * 1.571), y + gap * Math.sin(i * 1.571)),
  )
    ? 0
    : 1
}

function drawOutline({ weight, palette, placed }: Scene, one: Placed): string {
  const { figure, scale, x, y, angle, flip } = one
  const turn = (angle * Math.PI) / 180
  const front = placed.slice(placed.indexOf(one) + 1)
  const dots = figure.outline.flatMap((loop) => {
    const step = Math.max(1, Math.round((4.1 * weight) / (2 * scale)))
    return loop
      .filter((_, i) => i % step === 0)
      .map(([u, v]) => {
        const across = (flip ? -1 : 1) * (u - figure.box.x - figure.box.width / 2) * scale
        const down = (v - figure.box.y - figure.box.height / 2) * scale
        return [
          x + across * Math.cos(turn) - down * Math.sin(turn),
          y + across * Math.sin(turn) + down * Math.cos(turn),
        ] as const
      })
      .filter(([px, py]) => !figureAt(front, px, py))
      .map(([px, py]) => `M${format(px)} ${format(py)}h.01`)
  })
  const colour = figureColour(palette, one)
  return stroke(dots.join(''), colour, 3.4 * weight ** 0.6)
}
