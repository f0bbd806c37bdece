import type { Art } from './art.ts'
import { line, mirrored, shape } from './pen.ts'
import { disc } from './polar.ts'

/** A crown of five points with its cap, a jewelled band and pearls. */
export const crown: Art = [
  {
    area: mirrored('256 150!, 320 160, 380 210, 408 300!, 256 330'),
    tint: 'second',
    whips: [{ from: [256, 330], to: [256, 200] }],
    lines: line('256 160, 252 230, 256 320; 310 170, 330 230, 336 310; 202 170, 182 230, 176 310'),
  },
  {
    area: mirrored(
      '256 120!, 284 220, 300 286!, 330 230, 370 156!, 382 230, 392 284!, 420 250, 466 214!, 452 290, 426 390!, 340 404, 256 408',
    ),
    tint: 'main',
    whips: [
      { from: [256, 404], to: [256, 270], strength: 0.8 },
      { from: [470, 330], to: [380, 320], strength: 0.8 },
    ],
    lines: line('256 180, 256 240, 256 300; 362 220, 356 260, 346 310; 150 220, 156 260, 166 310'),
  },
  {
    area: mirrored('256 346!, 340 342, 428 328!, 424 392!, 340 408, 256 412'),
    tint: 'paper',
    whips: [{ from: [256, 418], to: [256, 364], strength: 0.6 }],
  },
  ...[256, 336, 176].map((x, i): Art[number] => ({
    area: i === 0 ? shape('256 356!, 280 378!, 256 400!, 232 378!') : disc(15, x, 375),
    tint: 'second',
    edge: 'fine',
  })),
  ...[394, 118].map((x): Art[number] => ({ area: disc(9, x, 366), tint: 'main', edge: 'fine' })),
  ...(
    [
      [256, 106],
      [372, 142],
      [140, 142],
      [472, 202],
      [40, 202],
    ] as const
  ).map(([x, y]): Art[number] => ({
    area: disc(x === 256 ? 20 : 16, x, y),
    tint: 'paper',
    lines: line(`${x - 6} ${y - 5}, ${x} ${y - 9}, ${x + 5} ${y - 7}`),
  })),
]
