type Point = readonly [number, number]

// A leaping carp seen from above: everything hangs on its spine.
const spine: readonly [Point, Point, Point, Point] = [
  [352, 62],
  [96, 96],
  [110, 372],
  [318, 372],
]
const rows = 9

/** `t` from head (0) to tail (1), `aside` in units to the right of the spine. */
function at(t: number, aside: number): Point {
  const [x, y] = mix((i) => [3 * (1 - t) ** 2, 6 * (1 - t) * t, 3 * t ** 2][i] ?? 0, true)
  const length = Math.hypot(x, y)
  const [px, py] = mix((i) => [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3][i] ?? 0, false)
  return [px - (y / length) * aside, py + (x / length) * aside]
}

function mix(share: (i: number) => number, slope: boolean): Point {
  const points: readonly Point[] = slope
    ? spine.slice(1).map((point, i) => [point[0] - (spine[i]?.[0] ?? 0), point[1] - (spine[i]?.[1] ?? 0)] as const)
    : spine
  const sum = (axis: 0 | 1) => points.reduce((total, point, i) => total + point[axis] * share(i), 0)
  return [sum(0), sum(1)]
}

function girth(t: number): number {
  if (t < 0.2) return 30 + 44 * Math.sin((t / 0.2) * (Math.PI / 2))
  return 76 - 46 * ((t - 0.2) / 0.8) ** 1.5
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
}

function along(from: number, to: number, aside: (t: number) => number): Point[] {
  return Array.from({ length: 13 }, (_, i) => from + ((to - from) * i) / 12).map((t) => at(t, aside(t)))
}

function head(): string {
  const nose = Array.from({ length: 9 }, (_, i) => -Math.PI / 2 + (Math.PI * i) / 8).map((angle) =>
    at(-0.035 * Math.cos(angle), 30 * Math.sin(angle)),
  )
  const gill = Array.from({ length: 9 }, (_, i) => 1 - i / 4).map((u) => at(0.245 - 0.05 * u * u, u * girth(0.2)))
  return path([...nose, ...along(0, 0.2, girth), ...gill, ...along(0.2, 0, (t) => -girth(t))])
}

/** Each row of scales fits into the gaps of the one before. */
function scales(): string {
  const step = 0.72 / rows
  return Array.from({ length: rows }, (_, row) => {
    const t = 0.29 + row * step
    const count = Math.max(2, Math.round(girth(t) / 17))
    const wide = (2 * girth(t)) / count
    return Array.from({ length: count + (row % 2) }, (_, i) => -girth(t) + wide * (i + (row % 2 ? 0 : 0.5)))
      .filter((aside) => Math.abs(aside) < girth(t) - 4)
      .map((aside) => scale(t, aside, wide * 0.44, step * 0.6))
      .join('')
  }).join('')
}

function scale(t: number, aside: number, wide: number, long: number): string {
  const turn = Array.from({ length: 12 }, (_, i) => (i / 12) * 2 * Math.PI)
  return path(turn.map((angle) => at(t + long * Math.cos(angle) * (Math.cos(angle) < 0 ? 0.85 : 1.05), aside + wide * Math.sin(angle))))
}

/** A fin of `count` rays that sweeps back from a point of the edge. */
function fin(t: number, side: number, reach: number, count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const root = t + i * 0.022
    const out = reach * (1 - 0.12 * i)
    const aside = (u: number) => side * (girth(root) - 6 + out * u)
    const back = root + 0.06 + 0.045 * i
    return path([
      at(root, aside(0)),
      at(root + (back - root) * 0.3, aside(0.6)),
      at(back, aside(1)),
      at(back + 0.03, aside(0.62)),
      at(root + 0.018, aside(0)),
    ])
  }).join('')
}

function tail(): string {
  const rays: readonly (readonly [number, number, number])[] = [
    [478, 288, 9],
    [488, 340, 11],
    [462, 384, 8],
    [490, 428, 11],
    [466, 480, 10],
  ]
  return rays
    .map(([x, y, wide]) => {
      const [fromX, fromY] = [330, 371 + (y - 384) * 0.1]
      const [nx, ny] = [-(y - fromY), x - fromX]
      const length = Math.hypot(nx, ny)
      const side = (k: number) =>
        `${(fromX + (x - fromX) * 0.62 + (nx / length) * wide * k).toFixed(1)} ${(fromY + (y - fromY) * 0.62 + (ny / length) * wide * k).toFixed(1)}`
      return `M${fromX} ${fromY.toFixed(1)}Q${side(2.2)} ${x} ${y}Q${side(-2.2)} ${fromX} ${fromY.toFixed(1)}Z`
    })
    .join('')
}

function eye(aside: number): string {
  const [x, y] = at(0.1, aside)
  return `M${x - 8} ${y}A8 8 0 1 0 ${x + 8} ${y}A8 8 0 1 0 ${x - 8} ${y}Z`
}

function whisker(side: number): string {
  return path([at(0, side * 26), at(-0.05, side * 52), at(-0.13, side * 60), at(-0.06, side * 62), at(0.012, side * 34)])
}

export const koi = [
  head(),
  eye(42),
  eye(-42),
  whisker(1),
  whisker(-1),
  scales(),
  fin(0.27, -1, 92, 5),
  fin(0.3, 1, 84, 5),
  fin(0.66, -1, 56, 4),
  fin(0.66, 1, 44, 3),
  tail(),
].join('')
