import type { Art, Layer } from './art.ts'
import { line, type Point, shape, through } from './pen.ts'
import { disc } from './polar.ts'

// A leaping carp: everything hangs on its spine, from the nose to the root of the tail.
const spine: readonly Point[] = [
  [364, 66],
  [300, 74],
  [228, 96],
  [164, 146],
  [132, 216],
  [146, 290],
  [204, 346],
  [282, 376],
]

/** `t` from nose (0) to tail (1), `aside` in units to the right of the spine: the back is at the left, negative. */
function at(t: number, aside: number): Point {
  const along = Math.min(0.9999, Math.max(0, t)) * (spine.length - 1)
  const i = Math.floor(along)
  const u = along - i
  const knot = (n: number): Point => spine[Math.min(spine.length - 1, Math.max(0, n))] ?? [0, 0]
  const [a, b, c, d] = [knot(i - 1), knot(i), knot(i + 1), knot(i + 2)]
  const spot = (axis: 0 | 1) =>
    0.5 *
    (2 * b[axis] +
      (c[axis] - a[axis]) * u +
      (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * u * u +
      (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * u ** 3)
  const slope = (axis: 0 | 1) =>
    0.5 *
    (c[axis] -
      a[axis] +
      2 * (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * u +
      3 * (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * u * u)
  const [sx, sy] = [slope(0), slope(1)]
  const length = Math.hypot(sx, sy) || 1
  return [spot(0) + (sy / length) * aside, spot(1) - (sx / length) * aside]
}

function girth(t: number): number {
  if (t < 0.3) return 20 + 54 * Math.sin((t / 0.3) * (Math.PI / 2))
  return 74 - 50 * ((t - 0.3) / 0.7) ** 1.35
}

function along(from: number, to: number, aside: (t: number) => number, steps = 10): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps).map((t) => at(t, aside(t)))
}

const back = (t: number) => -girth(t)
const belly = (t: number) => girth(t)

const gill = 0.235

/** Rows of scales, each in the gaps of the one before, with a touch of black at the root. */
function scales(): { lines: string; blacks: string } {
  const rows = 10
  const step = (0.97 - gill) / rows
  const [lines, blacks]: [string[], string[]] = [[], []]
  for (let row = 0; row < rows; row++) {
    const t = gill + 0.012 + row * step
    const [top, foot] = [-girth(t), girth(t) * 0.62]
    const count = Math.max(2, Math.round((foot - top) / 24))
    const wide = (foot - top) / count
    for (let i = row % 2 ? 0 : -0.5; i < count; i++) {
      const [left, right] = [Math.max(top + 2, top + i * wide), Math.min(foot, top + (i + 1) * wide)]
      if (right - left < wide * 0.4) continue
      const middle = (left + right) / 2
      lines.push(
        line(
          through([
            at(t, left),
            at(t + step * 0.62, left + (middle - left) * 0.28),
            at(t + step * 1.05, middle),
            at(t + step * 0.62, right - (right - middle) * 0.28),
            at(t, right),
          ]),
        ),
      )
      if (right - left > wide * 0.8)
        blacks.push(
          shape(`${through([at(t + step * 0.02, middle - 4), at(t + step * 0.45, middle), at(t + step * 0.02, middle + 4)], true)}`),
        )
    }
  }
  return { lines: lines.join(''), blacks: blacks.join('') }
}

/** A patch of colour across the back. */
function patch(points: readonly (readonly [t: number, share: number])[]): Layer {
  return { area: shape(through(points.map(([t, share]) => at(t, share * girth(t))))), tint: 'main', edge: 'none' }
}

/** A fin from its outline, its rays from the root. */
function fin(outline: string, rays: string, from: Point, to: Point, tint: Layer['tint'] = 'main'): Layer {
  return { area: shape(outline), tint, whips: [{ from, to }], lines: line(rays) }
}

const { lines: scaleLines, blacks: scaleBlacks } = scales()

const dorsalEdge = [0.34, 0.4, 0.46, 0.52, 0.58, 0.64]
const dorsal: Layer = {
  area: shape(
    [
      through([at(0.3, back(0.3) + 10)], true),
      ...dorsalEdge.flatMap((t, i) => {
        const reach = [34, 50, 54, 48, 40, 28][i] ?? 30
        return [
          through([at(t + 0.012, back(t) - reach)]),
          through([at(t + 0.045, back(t) - reach * 0.98)], true),
          through([at(t + 0.04, back(t) - reach * 0.7)], true),
        ]
      }),
      through([at(0.72, back(0.72) + 8)], true),
      through(along(0.7, 0.32, (t) => back(t) + 12, 6)),
    ].join(','),
  ),
  tint: 'main',
  whips: [{ from: [150, 240], to: [70, 230] }],
  lines: dorsalEdge
    .map((t, i) =>
      line(through([at(t - 0.02, back(t)), at(t + 0.01, back(t) - 18), at(t + 0.035, back(t) - ([30, 44, 48, 42, 34, 24][i] ?? 20))])),
    )
    .join(''),
}

/** A koi that leaps: patches on a pale body, black between the scales, fins and tail that sweep like cloth. */
export const koi: Art = [
  // Far fins.
  fin(
    '250 150!, 300 168, 344 196, 372 240!, 356 232, 350 252!, 336 240, 324 262!, 312 244, 296 256!, 276 214, 240 186!',
    '262 172, 306 198, 348 240; 258 178, 296 208, 324 246; 254 184, 280 212, 298 242',
    [250, 160],
    [330, 236],
  ),
  fin(
    '196 322!, 240 308, 284 304, 322 314!, 304 322, 306 336!, 286 334, 282 350!, 256 346, 216 350!',
    '232 328, 266 316, 306 316; 236 338, 264 330, 292 330',
    [214, 330],
    [290, 316],
  ),
  // The tail.
  {
    area: shape(
      '268 350!, 312 344, 352 316, 384 262, 424 232, 474 222!, 456 244, 492 252!, 458 270, 486 286!, 448 300, 420 330, 396 360!, 428 366, 462 384, 484 416!, 462 414, 478 446!, 448 434, 454 468!, 424 448, 412 480!, 388 446, 352 416, 312 402, 268 404!',
    ),
    tint: 'main',
    whips: [{ from: [282, 376], to: [420, 356] }],
    lines: line(
      '300 366, 360 340, 404 284, 452 240; 306 370, 370 346, 416 296, 470 258; 312 374, 376 352, 424 310, 462 288; 316 378, 356 372, 390 362; 312 384, 372 384, 424 396, 466 416; 308 388, 364 398, 412 416, 454 446; 304 392, 352 406, 392 430, 420 458',
    ),
  },
  dorsal,
  // The body.
  {
    area: shape(
      `${through([at(gill - 0.02, back(gill))], true)},${through(along(gill, 1, back))},${through([at(1, -24)], true)},${through([at(1, 24)], true)},${through(along(1, gill, belly))}`,
    ),
    tint: 'paper',
  },
  patch([
    [0.25, -0.9],
    [0.32, -0.95],
    [0.4, -0.96],
    [0.46, -0.7],
    [0.42, -0.2],
    [0.36, 0.2],
    [0.3, 0.3],
    [0.24, 0.1],
    [0.235, -0.4],
  ]),
  patch([
    [0.53, -0.96],
    [0.6, -0.96],
    [0.68, -0.95],
    [0.72, -0.5],
    [0.68, 0.1],
    [0.6, 0.36],
    [0.54, 0.1],
    [0.5, -0.4],
  ]),
  patch([
    [0.82, -0.9],
    [0.9, -0.92],
    [0.95, -0.4],
    [0.9, 0.3],
    [0.83, 0.1],
    [0.79, -0.4],
  ]),
  { area: '', tint: 'ink', texture: true, lines: scaleLines, blacks: scaleBlacks },
  // The belly's bands.
  {
    area: shape(
      `${through(along(gill + 0.01, 0.99, (t) => girth(t) * 0.62, 14))},${through(along(0.99, gill + 0.01, (t) => girth(t) - 2, 14))}`,
    ),
    tint: 'paper',
    edge: 'fine',
    lines: Array.from({ length: 15 }, (_, i) => gill + 0.05 + i * 0.047)
      .map((t) => line(through([at(t, girth(t) * 0.64), at(t + 0.012, girth(t) * 0.82), at(t + 0.004, girth(t) * 0.98)])))
      .join(''),
  },
  // The head with its gill plate.
  {
    area: shape(
      `${through([at(0.0, -15), at(0.04, -31), at(0.1, -48), at(0.17, -62)])},${through([at(gill, back(gill))], true)},${through([at(gill + 0.04, -38), at(gill + 0.055, 0), at(gill + 0.04, 40)])},${through([at(gill - 0.01, belly(gill))], true)},${through([at(0.16, 60), at(0.09, 45), at(0.04, 31), at(0.0, 17)])}`,
    ),
    tint: 'paper',
    whips: [
      { from: at(gill + 0.06, 0), to: at(gill - 0.06, 0), strength: 0.85 },
      { from: at(0.12, 66), to: at(0.12, 26), strength: 0.6 },
    ],
    lines:
      line(through([at(0.16, -34), at(0.195, -10), at(0.195, 22), at(0.16, 50)])) +
      line(through([at(0.205, -44), at(0.238, -16), at(0.24, 14), at(0.21, 44)])) +
      line(through([at(0.06, 30), at(0.085, 24), at(0.1, 26)])),
  },
  {
    area: shape(through([at(0.03, -20), at(0.075, -34), at(0.13, -46), at(0.175, -38), at(0.14, -18), at(0.07, -8)])),
    tint: 'main',
    edge: 'none',
  },
  { area: disc(14, ...at(0.115, 4)), tint: 'second' },
  { area: '', tint: 'ink', blacks: disc(7.5, ...at(0.112, 4)) + disc(3.2, ...at(0.045, -8)) },
  { area: disc(2.8, ...at(0.122, 1)), tint: 'paper', edge: 'none' },
  // Barbels, then the open mouth between its lips.
  { area: shape('352 90!, 366 106, 372 128, 362 152!, 384 132, 384 108, 368 86!'), tint: 'main', edge: 'fine' },
  { area: shape('356 44!, 376 26, 402 22, 424 38!, 412 12, 380 8, 350 40!'), tint: 'main', edge: 'fine' },
  { area: shape('352 52, 368 44, 386 48, 396 60, 392 76, 378 88, 360 88, 348 78'), tint: 'main', edge: 'fine' },
  { area: '', tint: 'ink', blacks: shape('362 60!, 376 56, 390 62, 390 70, 378 78, 364 76!, 372 68') },
  // The near fin.
  fin(
    '186 184!, 220 198, 256 220, 278 252, 284 288!, 268 276, 260 304!, 246 284, 234 308!, 226 282, 210 298!, 206 270, 194 244, 168 222!',
    '198 210, 236 238, 270 276; 194 214, 228 250, 248 284; 188 218, 214 252, 228 284; 184 222, 202 250, 210 276',
    [182, 202],
    [252, 282],
  ),
]
