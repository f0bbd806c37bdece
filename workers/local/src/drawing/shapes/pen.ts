export type Point = readonly [x: number, y: number]

interface Knot {
  x: number
  y: number
  corner: boolean
}

/** A closed smooth curve through points, written as "x y, x y!": a point with "!" is a corner. */
export function shape(text: string): string {
  return closed(knotsOf(text))
}

/** An open smooth curve, in the same notation; several curves are separated by semicolons. */
export function line(text: string): string {
  return text
    .split(';')
    .map((one) => open(knotsOf(one)))
    .join('')
}

/** A shape that is its own mirror image about x = 256, from its right half, top to bottom. */
export function mirrored(text: string): string {
  const half = knotsOf(text)
  const other = half.filter(({ x }) => x !== 256).map((knot) => ({ ...knot, x: 512 - knot.x }))
  return closed([...half, ...other.reverse()])
}

/** The same notation from numbers. */
export function through(points: readonly Point[], corners = false): string {
  return points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}${corners ? '!' : ''}`).join(',')
}

/** The mirror image of a text in this notation. */
export function flipped(text: string): string {
  return text.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${512 - Number(x)} ${y}`)
}

function knotsOf(text: string): Knot[] {
  return text
    .trim()
    .split(',')
    .map((pair) => {
      const [x = 0, y = 0] = pair.replace('!', '').trim().split(/\s+/).map(Number)
      return { x, y, corner: pair.includes('!') }
    })
}

function closed(knots: readonly Knot[]): string {
  const start = knots.findIndex(({ corner }) => corner)
  if (start < 0) {
    const at = (i: number) => knotAt(knots, i)
    return `M${pair(at(0))}${knots.map((_, i) => curve(at(i - 1), at(i), at(i + 1), at(i + 2))).join('')}Z`
  }
  const turned = [...knots.slice(start), ...knots.slice(0, start + 1)]
  return `${open(turned)}Z`
}

function open(knots: readonly Knot[]): string {
  const curves = knots.slice(1).map((to, i) => {
    const from = knotAt(knots, i)
    const before = i === 0 || from.corner ? from : knotAt(knots, i - 1)
    const after = i + 2 >= knots.length || to.corner ? to : knotAt(knots, i + 2)
    return curve(before, from, to, after)
  })
  return `M${pair(knotAt(knots, 0))}${curves.join('')}`
}

/** A piece of a Catmull-Rom spline as a cubic curve. */
function curve(before: Knot, from: Knot, to: Knot, after: Knot): string {
  const one = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 }
  const other = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 }
  return `C${pair(one)} ${pair(other)} ${pair(to)}`
}

function knotAt(knots: readonly Knot[], i: number): Knot {
  return knots[(i + knots.length) % knots.length] ?? { x: 0, y: 0, corner: false }
}

function pair({ x, y }: { x: number; y: number }): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
