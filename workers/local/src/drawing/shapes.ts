import type { Art, Layer, Tint } from './art.ts'
import { openPath, type Point, polygonPath } from './field/contours.ts'
import { between, createRandom, type Random } from './random.ts'
import { arts, icons } from './shapes.generated.ts'

export const abstractPrefix = 'abstract-'

export function findArt(name: string): Art | null {
  if (name.startsWith(abstractPrefix)) return abstractArt(Number(name.slice(abstractPrefix.length)))
  return arts[name] ?? null
}

export function findShape(name: string): string {
  const shape = icons[name]
  if (!shape) throw new Error(`no shape "${name}": restart, so that workers/local/scripts/collect-shapes.ts collects it`)
  return shape
}

function abstractArt(seed: number): Art {
  const random = createRandom(seed ^ 0x5eed)
  const turn = random() * 360
  const [x, y] = polar(turn - between(random, 40, 64), 186)
  const small = between(random, 30, 40)
  return [
    sweep('main', 226, 36, turn, between(random, 200, 256)),
    ...bars(turn - between(random, 84, 100)),
    sweep('second', 160, 30, turn + between(random, 120, 200), between(random, 210, 280)),
    sweep('paper', 104, 20, turn + between(random, 20, 100), between(random, 180, 250)),
    { area: disc(58), tint: 'main', whips: [{ from: polar(turn, 70), to: polar(turn + 180, 40) }] },
    { area: disc(24), tint: 'paper', edge: 'fine', blacks: disc(9) },
    {
      area: disc(small, Math.round(x), Math.round(y)),
      tint: 'second',
      whips: [{ from: [x + small, y + small], to: [x - small * 0.6, y - small * 0.6] }],
    },
    { area: '', tint: 'ink', blacks: trail(turn + between(random, 150, 200), random) },
  ]
}

function sweep(tint: Tint, radius: number, width: number, from: number, reach: number): Layer {
  const steps = 32
  const side = (sign: number): Point[] =>
    Array.from({ length: steps + 1 }, (_, i) => i / steps).map((t) =>
      polar(from + reach * t, radius + sign * width * Math.sin(Math.PI * t) ** 0.8 * (0.4 + 0.6 * t)),
    )
  const [foot, middle] = [polar(from, radius), polar(from + reach * 0.55, radius)]
  const vein = [0.3, 0.5, 0.7, 0.86].map((t) => polar(from + reach * t, radius + width * 0.3 * t))
  return { area: polygonPath([...side(1), ...side(-1).reverse()]), tint, whips: [{ from: foot, to: middle }], lines: openPath(vein) }
}

function bars(at: number): Layer[] {
  return [-1, 0, 1].map((i) => {
    const [from, to] = [112 + 14 * Math.abs(i), 244 - 26 * Math.abs(i)]
    const corner = (radius: number, aside: number): Point => {
      const [x, y] = polar(at, radius)
      const [dx, dy] = polar(at + 90, aside, [0, 0])
      return [x + dx, y + dy]
    }
    const corners = [corner(from, i * 32 - 10), corner(to, i * 32 - 10), corner(to, i * 32 + 10), corner(from, i * 32 + 10)]
    return { area: polygonPath(corners), tint: i === 0 ? 'ink' : 'paper' }
  })
}

function trail(from: number, random: Random): string {
  const step = between(random, 9, 12)
  return Array.from({ length: 6 }, (_, i) => {
    const [x, y] = polar(from + i * step, 200)
    return disc(12 - 1.7 * i, Math.round(x), Math.round(y))
  }).join('')
}

/** A point around the middle of the icon's box; 0 degrees is up, clockwise. */
function polar(degrees: number, radius: number, [x, y]: Point = [256, 256]): Point {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

function disc(radius: number, x = 256, y = 256): string {
  return `M${x - radius} ${y}A${radius} ${radius} 0 1 1 ${x + radius} ${y}A${radius} ${radius} 0 1 1 ${x - radius} ${y}Z`
}
