export type Point = readonly [x: number, y: number]

/** A cubic Bézier after a place: two handles and its end. */
export type Curve = readonly [Point, Point, Point]

/** Directions are read over this many points on each side. */
const usualReach = 5

/**
 * Smooth cubic Béziers along points, each within `tolerance` of them (Schneider, An Algorithm for
 * Automatically Fitting Digitized Curves, 1990). `start` and `end`: which way they go there.
 */
export function fitCurves(
  points: readonly Point[],
  tolerance: number,
  start = directionAt(points, 0),
  end = directionAt(points, points.length - 1),
): Curve[] {
  return points.length < 2 ? [] : fitSpan(points, start, [-end[0], -end[1]], tolerance)
}

/** Which way points go at one of them. */
export function directionAt(points: readonly Point[], index: number, reach = usualReach): Point {
  const last = Math.min(points.length - 1, index + reach)
  return directionOf(at(points, Math.max(0, index - reach)), at(points, last))
}

/** A point of a curve, `share` of the way from `from`. */
export function pointOn(from: Point, [one, other, to]: Curve, share: number): Point {
  const rest = 1 - share
  const weights = [rest ** 3, 3 * share * rest ** 2, 3 * share ** 2 * rest, share ** 3] as const
  const mix = (axis: 0 | 1) =>
    weights[0] * from[axis] +
    weights[1] * one[axis] +
    weights[2] * other[axis] +
    weights[3] * to[axis]
  return [mix(0), mix(1)]
}

/** `start` and `end` point into the span. */
function fitSpan(points: readonly Point[], start: Point, end: Point, tolerance: number): Curve[] {
  const last = points.length - 1
  const from = at(points, 0)
  let shares = sharesOf(points)
  for (let round = 0; ; round++) {
    const curve = fitOne(points, shares, start, end)
    const { error, place } = farthestFrom(points, shares, curve)
    if (error <= tolerance || last < 3) return [curve]
    // Places along the curve are better than those along the points, if it is nearly there.
    if (round < 2 && error < 3 * tolerance) {
      shares = shares.map((share, i) => nearerShare(from, curve, at(points, i), share))
      continue
    }
    const middle = directionAt(points, place)
    return [
      ...fitSpan(points.slice(0, place + 1), start, [-middle[0], -middle[1]], tolerance),
      ...fitSpan(points.slice(place), middle, end, tolerance),
    ]
  }
}

/** The curve with these directions at its ends that is nearest to the points, by least squares. */
function fitOne(
  points: readonly Point[],
  shares: readonly number[],
  start: Point,
  end: Point,
): Curve {
  const from = at(points, 0)
  const to = at(points, points.length - 1)
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = 0
  for (const [i, share] of shares.entries()) {
    const rest = 1 - share
    const one = 3 * share * rest ** 2
    const other = 3 * share ** 2 * rest
    const flat = pointOn(from, [from, to, to], share)
    const across = at(points, i)[0] - flat[0]
    const down = at(points, i)[1] - flat[1]
    a += one * one
    b += one * other * (start[0] * end[0] + start[1] * end[1])
    c += other * other
    d += one * (start[0] * across + start[1] * down)
    e += other * (end[0] * across + end[1] * down)
  }
  const determinant = a * c - b * b
  const third = distanceBetween(from, to) / 3
  const isClear = Math.abs(determinant) > 1e-9
  const lengthOf = (value: number) => {
    const length = isClear ? value / determinant : third
    return length > third / 50 && length < 12 * third ? length : third
  }
  const first = lengthOf(d * c - e * b)
  const second = lengthOf(a * e - b * d)
  return [
    [from[0] + first * start[0], from[1] + first * start[1]],
    [to[0] + second * end[0], to[1] + second * end[1]],
    to,
  ]
}

function farthestFrom(points: readonly Point[], shares: readonly number[], curve: Curve) {
  const from = at(points, 0)
  let error = 0
  let place = points.length >> 1
  for (let i = 1; i < points.length - 1; i++) {
    const away = distanceBetween(at(points, i), pointOn(from, curve, shares[i] ?? 0))
    if (away <= error) continue
    error = away
    place = i
  }
  return { error, place }
}

/** One step of Newton towards the share whose point is nearest. */
function nearerShare(from: Point, curve: Curve, point: Point, share: number): number {
  const step = 1e-3
  const awayAt = (t: number) => distanceBetween(pointOn(from, curve, t), point) ** 2
  const slope = (awayAt(share + step) - awayAt(share - step)) / (2 * step)
  const bend = (awayAt(share + step) - 2 * awayAt(share) + awayAt(share - step)) / step ** 2
  return bend > 0 ? Math.min(1, Math.max(0, share - slope / bend)) : share
}

/** How far along the points each one is, 0 to 1. */
function sharesOf(points: readonly Point[]): number[] {
  let length = 0
  const lengths = points.map((point, i) => {
    length += i === 0 ? 0 : distanceBetween(at(points, i - 1), point)
    return length
  })
  return lengths.map((each) => each / (length || 1))
}

export function directionOf(from: Point, to: Point): Point {
  const length = distanceBetween(from, to) || 1
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}

export function cosineOf(one: Point, other: Point): number {
  return one[0] * other[0] + one[1] * other[1]
}

export function distanceBetween(one: Point, other: Point): number {
  // Some ten times faster than Math.hypot.
  return Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)
}

/** Lists what lies within `reach` of a place, and some of what lies beyond. */
export function nearFinder<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Point,
  reach: number,
): (place: Point) => Item[] {
  const columnStep = 1 << 20
  const cellOf = ([x, y]: Point) => columnStep * Math.floor(x / reach) + Math.floor(y / reach)
  const cells = Map.groupBy(items, (item) => cellOf(placeOf(item)))
  return (place) =>
    [-columnStep, 0, columnStep].flatMap((column) =>
      [-1, 0, 1].flatMap((row) => cells.get(cellOf(place) + column + row) ?? []),
    )
}

export function lengthAlong(points: readonly Point[]): number {
  return points.reduce((sum, point, i) => sum + distanceBetween(points[i - 1] ?? point, point), 0)
}

export function at(points: readonly Point[], index: number): Point {
  return points[index] ?? [0, 0]
}
