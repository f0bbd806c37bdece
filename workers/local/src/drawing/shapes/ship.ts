import type { Art, Layer } from './art.ts'
import { line, shape } from './pen.ts'

/** A square sail that the wind fills, from its yard's two ends to its foot. */
function sail(left: number, right: number, top: number, foot: number, belly: number): Layer[] {
  const middle = (left + right) / 2
  const spread = (right - left) * 0.08
  const [l, r] = [left - spread, right + spread]
  const high = foot - (foot - top) * 0.16
  return [
    {
      area: shape(
        `${left} ${top}!, ${middle} ${top + 3}, ${right} ${top}!, ${right + belly} ${(top + foot) / 2}, ${r} ${foot}!, ${middle + belly * 0.4} ${high}, ${l} ${foot}!, ${left + belly * 0.5} ${(top + foot) / 2}`,
      ),
      tint: 'paper',
      whips: [
        { from: [left - 4, foot], to: [middle, (top + foot) / 2], strength: 0.8 },
        { from: [middle, top - 2], to: [middle, top + (foot - top) * 0.34], strength: 0.7 },
      ],
      lines: [0.33, 0.66]
        .map((u) =>
          line(
            `${left + (right - left) * u} ${top + 8}, ${left + (right - left) * u + belly * 0.8} ${(top + foot) / 2}, ${l + (r - l) * u + belly * 0.3} ${high - 2}`,
          ),
        )
        .join(''),
    },
    {
      area: shape(`${left - 8} ${top - 4}!, ${right + 8} ${top - 4}!, ${right + 8} ${top + 3}!, ${left - 8} ${top + 3}!`),
      tint: 'second',
      edge: 'fine',
    },
  ]
}

function mast(x: number, top: number, foot: number): Layer {
  return { area: shape(`${x - 2.5} ${top}!, ${x + 2.5} ${top}!, ${x + 6} ${foot}!, ${x - 6} ${foot}!`), tint: 'second', edge: 'fine' }
}

function pennant(x: number, y: number, length: number): Layer {
  return {
    area: shape(
      `${x} ${y}!, ${x - length * 0.35} ${y - 9}, ${x - length * 0.7} ${y + 3}, ${x - length} ${y - 4}!, ${x - length * 0.74} ${y + 9}, ${x - length} ${y + 18}!, ${x - length * 0.66} ${y + 22}, ${x - length * 0.33} ${y + 10}, ${x} ${y + 18}!`,
    ),
    tint: 'main',
    edge: 'fine',
  }
}

/** A wave that curls to the right, with foam on its lip. */
function wave(x: number, y: number, size: number): Layer[] {
  const p = (u: number, v: number, corner = '') => `${x + u * size} ${y + v * size}${corner}`
  return [
    {
      area: shape(
        [
          p(-1.5, 1.2, '!'),
          p(-1.1, 0.5),
          p(-0.6, -0.2),
          p(0.1, -0.6),
          p(0.72, -0.5),
          p(0.96, -0.08),
          p(0.78, 0.24, '!'),
          p(0.66, -0.06),
          p(0.36, -0.12),
          p(0.2, 0.16),
          p(0.4, 0.56),
          p(0.9, 0.86),
          p(1.5, 1.2, '!'),
        ].join(','),
      ),
      tint: 'main',
      whips: [{ from: [x, y + size * 1.15], to: [x - size * 0.1, y - size * 0.3] }],
      lines: line(
        `${p(-1.0, 0.74)}, ${p(-0.56, 0.14)}, ${p(-0.02, -0.22)}; ${p(-0.74, 0.9)}, ${p(-0.38, 0.38)}, ${p(0.02, 0.06)}; ${p(-0.4, 1.0)}, ${p(-0.14, 0.6)}, ${p(0.1, 0.4)}`,
      ),
    },
    {
      area: shape(
        [
          p(-0.16, -0.52, '!'),
          p(0.1, -0.76),
          p(0.4, -0.64),
          p(0.62, -0.74),
          p(0.84, -0.5),
          p(1.06, -0.36),
          p(1.04, -0.08),
          p(1.08, 0.16),
          p(0.8, 0.3, '!'),
          p(0.82, 0.04),
          p(0.6, -0.18),
          p(0.34, -0.3),
          p(0.1, -0.4),
        ].join(','),
      ),
      tint: 'paper',
      edge: 'fine',
    },
  ]
}

/** A full-rigged ship under all sail, bow to the right, in a sea that curls. */
export const ship: Art = [
  {
    area: '',
    tint: 'ink',
    lines: line(
      '184 58, 120 180, 92 296; 184 58, 240 190, 250 320; 276 30, 214 180, 186 320; 276 30, 340 180, 352 318; 366 62, 308 190, 288 320; 366 62, 424 190, 496 246; 366 120, 420 210, 470 262; 96 270, 150 130, 184 76',
    ),
  },
  // Jibs.
  {
    area: shape('372 74!, 414 150, 490 242!, 436 238, 392 218!, 398 150'),
    tint: 'paper',
    whips: [{ from: [386, 214], to: [436, 190], strength: 0.8 }],
    lines: line('388 130, 424 190, 462 232'),
  },
  {
    area: shape('374 150!, 396 214, 452 266!, 412 272, 374 262!, 382 210'),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [372, 256], to: [414, 240], strength: 0.8 }],
  },
  {
    area: shape('92 206!, 128 176, 150 168!, 152 230, 142 292!, 112 286, 84 292!, 92 250'),
    tint: 'paper',
    whips: [{ from: [150, 290], to: [104, 240], strength: 0.7 }],
    lines: line('120 184, 118 230, 112 284'),
  },
  mast(184, 48, 334),
  mast(276, 22, 334),
  mast(366, 52, 334),
  pennant(183, 50, 58),
  pennant(275, 24, 66),
  pennant(365, 54, 58),
  ...sail(160, 214, 84, 132, 14),
  ...sail(148, 222, 142, 206, 18),
  ...sail(136, 226, 218, 296, 22),
  ...sail(250, 308, 60, 116, 14),
  ...sail(240, 318, 126, 200, 18),
  ...sail(230, 324, 212, 298, 22),
  ...sail(342, 394, 86, 134, 12),
  ...sail(332, 400, 144, 206, 16),
  ...sail(326, 404, 218, 292, 18),
  // Bowsprit.
  { area: shape('404 316!, 500 240!, 506 248!, 420 330!'), tint: 'second', edge: 'fine' },
  // The hull.
  {
    area: shape(
      '76 286!, 88 282!, 92 300!, 132 304!, 140 318!, 240 330, 340 328, 412 310, 446 290!, 436 330, 424 370, 400 410!, 400 440!, 120 440!, 100 400, 84 340!',
    ),
    tint: 'second',
    whips: [{ from: [256, 426], to: [256, 350] }],
    lines: line('90 372, 180 388, 300 390, 424 368; 96 392, 180 404, 300 406, 416 388') + line('92 300, 88 320, 88 336'),
  },
  {
    area: shape('84 330!, 150 344, 250 352, 350 348, 436 328!, 430 352!, 350 370, 250 374, 150 366, 86 352!'),
    tint: 'paper',
    edge: 'fine',
    blacks: [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((i) => {
        const x = 118 + i * 36
        const y = 350 + 10 * Math.sin((i / 8) * Math.PI)
        return shape(`${x - 8} ${y - 7}!, ${x + 8} ${y - 7}!, ${x + 8} ${y + 7}!, ${x - 8} ${y + 7}!`)
      })
      .join(''),
  },
  { area: shape('78 288!, 132 304!, 134 318!, 84 312!'), tint: 'main', edge: 'fine' },
  ...wave(92, 424, 52),
  ...wave(412, 426, 50),
  ...wave(190, 436, 54),
  ...wave(314, 436, 56),
  ...wave(252, 446, 46),
  {
    area: shape('14 486!, 80 470, 150 484, 220 472, 290 486, 360 472, 430 484, 498 486!, 440 500, 350 506, 256 508, 160 506, 70 500'),
    tint: 'main',
    whips: [{ from: [256, 512], to: [256, 470] }],
  },
]
