import type { Art } from './art.ts'
import { flipped, line, mirrored, shape } from './pen.ts'

const pair = (text: string) => shape(text) + shape(flipped(text))
const lines = (text: string) => line(text) + line(flipped(text))
const upperTeeth = [-2, -1, 0, 1, 2, 3].map((i) => 256 + (i - 0.5) * 26)
const lowerTeeth = [-2, -1, 0, 1, 2].map((i) => 256 + i * 27)

/** A skull from the front: black sockets, cracked brow, teeth above and below. */
export const skull: Art = [
  // The jaw.
  {
    area: mirrored('256 392!, 330 388, 356 366!, 382 356, 384 396, 370 448, 332 490, 286 504, 256 506'),
    tint: 'paper',
    whips: [
      { from: [256, 380], to: [256, 448] },
      { from: [392, 440], to: [340, 420], strength: 0.8 },
      { from: [120, 440], to: [172, 420], strength: 0.8 },
    ],
    lines: lines('300 478, 280 486, 256 488; 352 420, 342 448, 326 466'),
  },
  ...lowerTeeth.map((x): Art[number] => ({
    area: shape(`${x - 12} 424, ${x} 420, ${x + 12} 424, ${x + 10} 452, ${x} 458, ${x - 10} 452`),
    tint: 'paper',
    edge: 'fine',
  })),
  // The mouth's dark between the rows.
  { area: '', tint: 'ink', blacks: mirrored('256 406!, 320 404, 346 392!, 336 424, 256 430') },
  ...lowerTeeth.map((x): Art[number] => ({
    area: shape(`${x - 12} 424, ${x} 419, ${x + 12} 424, ${x + 11} 444, ${x} 450, ${x - 11} 444`),
    tint: 'paper',
    edge: 'fine',
  })),
  // The cranium with its cheeks.
  {
    area: mirrored('256 22!, 330 28, 400 66, 444 132, 452 206, 436 262, 414 292, 418 330, 404 358, 366 368, 346 376, 338 400!, 256 408'),
    tint: 'paper',
    whips: [
      { from: [466, 250], to: [392, 214], strength: 0.85 },
      { from: [46, 250], to: [120, 214], strength: 0.85 },
      { from: [256, 420], to: [256, 356], strength: 0.6 },
    ],
    lines:
      line('256 24, 250 54, 262 76, 252 104, 260 124; 252 78, 236 88, 228 104') +
      lines(
        '432 150, 420 142, 408 146; 430 178, 416 172, 402 178; 396 312, 380 330, 360 338; 410 330, 394 346, 372 354; 330 62, 354 74, 374 94',
      ),
  },
  // The brow and the temples.
  {
    area: '',
    tint: 'ink',
    lines: lines('286 198, 312 174, 350 168, 388 182, 408 204; 424 262, 408 276, 400 296'),
    blacks: pair('414 222!, 428 206, 434 232, 422 262!, 418 240'),
  },
  // Sockets.
  { area: '', tint: 'ink', bare: true, blacks: pair('284 232, 300 206, 340 194, 378 206, 394 240, 380 276, 340 290, 302 276') },
  {
    area: pair('300 240!, 312 220, 340 210!, 322 226, 312 246'),
    tint: 'paper',
    edge: 'none',
    bare: true,
  },
  // The nose.
  { area: '', tint: 'ink', bare: true, blacks: pair('260 290!, 272 300, 292 336, 284 350, 268 344, 260 334!') },
  ...upperTeeth.map((x): Art[number] => ({
    area: shape(`${x - 11} 380, ${x} 372, ${x + 11} 380, ${x + 12} 408, ${x} 414, ${x - 12} 408`),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [x, 370], to: [x, 392], strength: 0.7 }],
  })),
]
