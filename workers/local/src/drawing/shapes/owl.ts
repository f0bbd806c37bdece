import type { Art, Layer } from './art.ts'
import { flipped, line, mirrored, type Point, shape, through } from './pen.ts'
import { disc } from './polar.ts'

const lines = (text: string) => line(text) + line(flipped(text))

/** A row of feathers as scallops along a curve, each with a quill. */
function scallops(count: number, y: number, half: number, drop: number, hang: number): string {
  return Array.from({ length: count }, (_, i) => {
    const at = (u: number): Point => {
      const x = -half + (2 * half * u) / count
      return [256 + x, y - drop * (x / Math.max(half, 1)) ** 2]
    }
    const [left, middle, right] = [at(i), at(i + 0.5), at(i + 1)]
    return (
      line(
        through([left, [left[0] + 3, left[1] + hang * 0.5], [middle[0], middle[1] + hang], [right[0] - 3, right[1] + hang * 0.5], right]),
      ) +
      line(
        through([
          [middle[0], middle[1] + hang * 0.2],
          [middle[0], middle[1] + hang * 0.62],
        ]),
      )
    )
  }).join('')
}

const wing = '330 214!, 372 226, 404 262, 418 316, 412 372, 390 430, 360 474!, 356 440!, 340 458!, 334 420!, 318 430!, 316 380, 322 300'
const primaries = '412 330, 396 390, 362 470; 398 322, 384 384, 352 440; 380 324, 366 376, 338 440; 360 330, 348 376, 328 424'
const coverts =
  '330 262!, 340 276, 352 268!, 364 282, 376 270!, 388 282, 402 268!; 324 292!, 336 308, 348 296!, 362 312, 376 298!, 390 312, 410 296!; 322 322!, 334 338, 346 326!, 360 342, 374 328!, 390 342, 414 324!'

const wings = [wing, flipped(wing)].map(
  (area, i): Layer => ({
    area: shape(area),
    tint: 'main',
    whips: [
      { from: [i ? 196 : 316, 400], to: [i ? 130 : 382, 360] },
      { from: [256, 480], to: [256, 340], strength: 0.6 },
    ],
    lines: line(i ? flipped(primaries) : primaries) + line(i ? flipped(coverts) : coverts),
  }),
)

const tail = [-2, 2, -1, 1, 0].map(
  (i): Layer => ({
    area: shape(
      `${256 + i * 16 - 12} 404!, ${256 + i * 26 - 16} 450, ${256 + i * 30 - 12} 488, ${256 + i * 32} 506!, ${256 + i * 30 + 12} 488, ${256 + i * 26 + 16} 450, ${256 + i * 16 + 12} 404!`,
    ),
    tint: 'main',
    edge: 'fine',
    whips: [{ from: [256, 440], to: [256, 500] }],
    lines: line(`${256 + i * 18} 420, ${256 + i * 28} 460, ${256 + i * 31} 496`),
  }),
)

const toes = [-22, 0, 22].flatMap((aside): Layer[] =>
  [212, 300].map((x) => ({
    area: shape(
      `${x + aside - 11} 414, ${x + aside} 404, ${x + aside + 11} 414, ${x + aside + 10} 436, ${x + aside} 444, ${x + aside - 10} 436`,
    ),
    tint: 'second',
    edge: 'fine',
    lines: line(`${x + aside - 8} 420, ${x + aside} 424, ${x + aside + 8} 420`),
    blacks: shape(
      `${x + aside - 8} 436!, ${x + aside} 432, ${x + aside + 8} 436!, ${x + aside + 4} 456, ${x + aside - 1} 466!, ${x + aside - 5} 452`,
    ),
  })),
)

/** A horned owl on its branch, from the front. */
export const owl: Art = [
  ...tail,
  {
    area: shape(
      '40 424!, 90 414, 180 420, 256 414, 340 420, 420 408, 452 392!, 462 404!, 440 424, 478 436!, 470 450!, 420 444, 330 452, 250 456, 150 454, 80 458, 36 448!, 52 436!',
    ),
    tint: 'second',
    whips: [{ from: [256, 462], to: [256, 420] }],
    lines: line('70 432, 120 428, 160 434; 96 444, 150 442, 190 446; 350 430, 400 424, 430 420; 340 442, 380 438, 420 434'),
  },
  ...wings,
  // The breast.
  {
    area: mirrored('256 206!, 300 214, 334 246, 344 306, 330 366, 298 408, 256 424'),
    tint: 'paper',
    edge: 'fine',
    whips: [
      { from: [256, 222], to: [256, 282] },
      { from: [352, 340], to: [300, 320], strength: 0.8 },
      { from: [160, 340], to: [212, 320], strength: 0.8 },
    ],
    lines: [
      scallops(5, 276, 66, -4, 24),
      scallops(6, 304, 78, -6, 25),
      scallops(5, 332, 70, 2, 25),
      scallops(4, 360, 56, 6, 24),
      scallops(3, 386, 36, 6, 20),
    ].join(''),
  },
  ...toes,
  // The head.
  {
    area: mirrored('256 84!, 290 78, 322 60, 360 32, 404 14!, 398 56, 394 92, 400 132, 392 178, 356 222, 304 246, 256 252'),
    tint: 'main',
    whips: [
      { from: [256, 70], to: [256, 136], strength: 0.9 },
      { from: [256, 256], to: [256, 218], strength: 0.7 },
    ],
    lines: lines(
      '300 92, 320 82, 340 66; 318 98, 342 86, 364 66; 340 104, 360 92, 378 72; 386 128, 384 152, 374 172; 372 184, 352 206, 330 220',
    ),
  },
  // The discs around the eyes.
  ...[314, 198].map(
    (x): Layer => ({
      area: disc(60, x, 156),
      tint: 'paper',
      edge: 'fine',
      lines: Array.from({ length: 18 }, (_, i) => (i / 18) * 2 * Math.PI)
        .map((angle) =>
          line(
            through([
              [x + 44 * Math.cos(angle), 156 + 44 * Math.sin(angle)],
              [x + 54 * Math.cos(angle), 156 + 54 * Math.sin(angle)],
            ]),
          ),
        )
        .join(''),
    }),
  ),
  ...[314, 198].flatMap((x): Layer[] => [
    { area: disc(37, x, 156), tint: 'second', bare: true, whips: [{ from: [x, 114], to: [x, 162] }] },
    { area: '', tint: 'ink', bare: true, blacks: disc(19, x, 157) },
    { area: disc(6, x - 9, 148), tint: 'paper', edge: 'none', bare: true },
  ]),
  // The brows fly up to the horns.
  {
    area: mirrored('256 176!, 266 150, 292 122, 330 104, 366 76, 398 26!, 366 52, 324 78, 288 92, 256 120'),
    tint: 'main',
    edge: 'fine',
    whips: [{ from: [256, 190], to: [256, 118], strength: 0.8 }],
    lines: lines('276 120, 304 104, 334 88; 268 138, 290 118, 312 106; 350 78, 366 64, 380 50'),
  },
  {
    area: mirrored('256 152!, 270 166, 274 190, 266 212, 256 230'),
    tint: 'second',
    bare: true,
    whips: [{ from: [282, 214], to: [252, 190] }],
    lines: line('256 164, 257 190, 256 212'),
  },
]
