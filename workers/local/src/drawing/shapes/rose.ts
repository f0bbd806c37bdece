import type { Art, Layer } from './art.ts'
import { line, type Point, shape, through } from './pen.ts'

const squash = 0.9

/** A point of the bloom around a centre; 0 degrees is up, clockwise. The bloom leans back a little. */
function around([x, y]: Point, degrees: number, radius: number): Point {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * squash * Math.sin(angle)]
}

interface Row {
  count: number
  turn: number
  radius: number
  /** Half of a petal's width in degrees. */
  half: number
  centre: Point
  /** Radius of the row that covers this one. */
  inner: number
}

// Odd turns: a bloom without two equal sides.
const rows: readonly Row[] = [
  { count: 5, turn: 180, radius: 188, half: 47, centre: [256, 206], inner: 128 },
  { count: 5, turn: 214, radius: 142, half: 46, centre: [256, 202], inner: 96 },
  { count: 4, turn: 188, radius: 104, half: 54, centre: [256, 196], inner: 66 },
  { count: 3, turn: 226, radius: 70, half: 70, centre: [256, 190], inner: 40 },
]

function petal({ centre, radius, half, inner }: Row, degrees: number, lean: number): Layer[] {
  const at = (aside: number, share: number) => around(centre, degrees + aside * half, radius * share)
  const rim: Point[] = [at(-1, 0.7), at(-0.82, 0.93), at(-0.42, 1.03), at(lean * 0.12, 1), at(0.42, 1.03), at(0.82, 0.93), at(1, 0.7)]
  const body = shape(through([at(-0.8, 0.2), ...rim, at(0.8, 0.2)]))
  // The lip rolls over on one side and shows the petal's paler back.
  const lip: Point[] =
    lean > 0
      ? [at(-0.96, 0.78), at(-0.82, 0.93), at(-0.42, 1.03), at(0.12, 1.0), at(0.5, 1.03), at(0.1, 0.93), at(-0.42, 0.9), at(-0.72, 0.8)]
      : [at(0.96, 0.78), at(0.82, 0.93), at(0.42, 1.03), at(-0.12, 1.0), at(-0.5, 1.03), at(-0.1, 0.93), at(0.42, 0.9), at(0.72, 0.8)]
  const [first, ...rest] = lip
  return [
    { area: body, tint: 'main', whips: [{ from: at(0, (inner / radius) * 0.86), to: at(lean * 0.2, 0.95) }] },
    { area: first ? shape(`${through([first], true)},${through(rest)}`) : '', tint: 'main', edge: 'fine' },
  ]
}

const bloom = rows.flatMap((row, index) =>
  // The lowest petals come last: they lie in front.
  Array.from({ length: row.count }, (_, i) => row.turn + (360 / row.count) * i)
    .sort((one, other) => Math.cos((other * Math.PI) / 180) - Math.cos((one * Math.PI) / 180))
    .flatMap((degrees, i) => petal(row, degrees, (i + index) % 2 === 0 ? 1 : -1)),
)

const bud: Art = [
  {
    area: shape('256 146, 286 156, 298 184, 286 212, 256 224, 226 212, 214 184, 226 156'),
    tint: 'main',
    whips: [{ from: [244, 176], to: [290, 214] }],
  },
  {
    area: '',
    tint: 'main',
    lines: line('228 164, 244 152, 268 154, 284 172, 280 196, 260 208, 240 200, 234 182, 246 168, 262 172, 266 186, 256 192'),
    blacks: shape('244 176!, 254 170, 264 176, 266 186, 258 192!, 256 184, 250 180'),
  },
]

/** A leaf from a root, with saw teeth, a rib and one side in shadow. */
function leaf([x, y]: Point, degrees: number, length: number, width: number): Layer {
  const angle = ((degrees - 90) * Math.PI) / 180
  const at = (along: number, aside: number): Point => {
    const bend = 0.12 * Math.sin(along * Math.PI) * length
    const u = along * length
    const v = aside * width + bend
    return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)]
  }
  const belly = (along: number) => Math.sin(Math.PI * along ** 0.85) ** 0.9
  const side = (sign: number) =>
    [0.16, 0.34, 0.52, 0.7, 0.85].flatMap((along) => [
      through([at(along, sign * belly(along) * 1.02)]),
      `${through([at(along + 0.07, sign * belly(along + 0.05) * 1.06)], true)}`,
      `${through([at(along + 0.055, sign * belly(along + 0.06) * 0.9)], true)}`,
    ])
  const edge = [through([at(0, 0)], true), ...side(1), through([at(1.04, 0)], true), ...side(-1).reverse()]
  const veins = [0.24, 0.42, 0.6].flatMap((along) =>
    [1, -1].map((sign) =>
      line(through([at(along, 0), at(along + 0.1, sign * 0.4 * belly(along)), at(along + 0.16, sign * 0.72 * belly(along))])),
    ),
  )
  return {
    area: shape(edge.join(',')),
    tint: 'second',
    whips: [
      { from: at(0.45, -0.95), to: at(0.5, 0.15) },
      { from: at(0.02, 0), to: at(0.5, 0) },
    ],
    lines: line(through([at(0, 0), at(0.5, 0), at(0.96, 0)])) + veins.join(''),
  }
}

/** A rose as the trade draws it: rows of rolled petals around a bud, dark where one slips under the next, three leaves. */
export const rose: Art = [
  leaf([170, 268], 238, 172, 58),
  leaf([342, 268], 122, 172, 58),
  leaf([214, 330], 200, 172, 54),
  leaf([306, 330], 158, 168, 52),
  ...bloom,
  ...bud,
]
