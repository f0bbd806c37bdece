import { type Grid, sample } from '../field/grid.ts'
import { stipple } from '../field/stipple.ts'
import { hollowsOf } from '../figure.ts'
import { accentFor, type Palette } from '../scene/palette.ts'
import { figureAt, type Grammar, type Placed, type Scene, toFigure, type Zone } from '../scene/scene.ts'
import { fill, format, groupAt, stroke } from '../svg.ts'

/** Only dots: their density makes every tone, their size hardly changes. No grey, no line. */
export const drawDotwork: Grammar = (scene) => {
  const { zone, palette, random, weight, placed } = scene
  const area = { x: zone.x - zone.rx - 20, y: zone.y - zone.ry - 20, width: 2 * zone.rx + 40, height: 2 * zone.ry + 40 }
  const sockets = new Map(placed.filter(({ kind }) => kind === 'figure').map((one) => [one, hollowsOf(one.figure)]))
  const seen = (x: number, y: number) => figureAt(placed, x, y)
  const tone = (x: number, y: number) => {
    const hit = seen(x, y)
    if (hit) return figureTone(hit.placed, hit.u, hit.v)
    return isHollow(sockets, x, y) ? 1 : haloTone(zone, x, y) * clearance(scene, x, y)
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
  return [drawDots(dots), ...placed.map((one) => drawOutline(scene, one)), drawRings(scene)]
}

function push(dots: Map<string, string[]>, key: string, dot: string): void {
  const list = dots.get(key)
  if (list) list.push(dot)
  else dots.set(key, [dot])
}

function drawDots(dots: Map<string, string[]>): string {
  return [...dots].map(([key, list]) => stroke(list.join(''), key.split(' ')[0] ?? '', Number(key.split(' ')[1]))).join('\n')
}

function figureTone({ figure }: Placed, u: number, v: number): number {
  if (figure.art) return Math.min(1, 0.02 + 1.25 * Math.max(0, sample(figure.shade, u, v) - 0.05))
  if (sample(figure.ink, u, v) < 0.45) return 0
  const shade = sample(figure.shade, u, v)
  const rim = Math.max(0, 1 - sample(figure.depth, u, v) / 5)
  return Math.min(1, 0.05 + 1.7 * shade ** 1.55 + 0.3 * rim)
}

function figureColour(palette: Palette, { role, kind }: Placed): string {
  return role === 'lead' ? palette.ink : accentFor(palette, kind)
}

function isHollow(sockets: Map<Placed, Grid>, x: number, y: number): boolean {
  for (const [one, hollows] of sockets) {
    const [u, v] = toFigure(one, x, y)
    if (sample(hollows, u, v) > 0.5) return true
  }
  return false
}

function haloTone(zone: Zone, x: number, y: number): number {
  const [dx, dy] = [(x - zone.x) / zone.rx, (y - zone.y) / zone.ry]
  const far = zone.outline === 'ellipse' ? Math.hypot(dx, dy) : (Math.abs(dx) ** 4 + Math.abs(dy) ** 4) ** 0.25
  if (far > 0.97) return 0
  const low = Math.max(0, (dy + 0.35) / 1.35)
  return 0.62 * low ** 1.7 * far ** 2.4 + 0.02
}

function clearance({ placed }: Scene, x: number, y: number): number {
  const gap = 11
  return [0, 1, 2, 3].some((i) => figureAt(placed, x + gap * Math.cos(i * 1.571), y + gap * Math.sin(i * 1.571))) ? 0 : 1
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
        return [x + across * Math.cos(turn) - down * Math.sin(turn), y + across * Math.sin(turn) + down * Math.cos(turn)] as const
      })
      .filter(([px, py]) => !figureAt(front, px, py))
      .map(([px, py]) => `M${format(px)} ${format(py)}h.01`)
  })
  const colour = figureColour(palette, one)
  // Eyes are packed so close that no paper is left.
  return stroke(dots.join(''), colour, 3.4 * weight ** 0.6) + groupAt(one, fill(figure.spots, colour))
}

function drawRings({ zone, palette, weight, detail }: Scene): string {
  const count = Math.round(72 * detail)
  const ring = (reach: number, size: number) =>
    Array.from({ length: count }, (_, i) => (i / count) * 2 * Math.PI).map((angle, i) => {
      const power = zone.outline === 'ellipse' ? 1 : 0.5
      const bend = (value: number) => Math.sign(value) * Math.abs(value) ** power
      const [x, y] = [zone.x + zone.rx * reach * bend(Math.cos(angle)), zone.y + zone.ry * reach * bend(Math.sin(angle))]
      return stroke(`M${format(x)} ${format(y)}h.01`, palette.accents[0] ?? palette.ink, size * weight * (i % 4 === 0 ? 1.7 : 1))
    })
  return ring(1.02, 4.4).join('')
}
