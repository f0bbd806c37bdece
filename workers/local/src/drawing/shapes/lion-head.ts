import type { Art } from './art.ts'
import { flipped, line, mirrored, shape } from './pen.ts'

const pair = (text: string) => shape(text) + shape(flipped(text))
const lines = (text: string) => line(text) + line(flipped(text))
const whiskers = [
  [286, 376],
  [304, 372],
  [292, 392],
  [312, 390],
]
  .map(([x = 0, y = 0]) => pair(`${x - 3} ${y}, ${x} ${y - 3}, ${x + 3} ${y}, ${x} ${y + 3}`))
  .join('')

/** A lion's head from the front in two rings of mane, calm, the brow heavy. */
export const lionHead: Art = [
  // The outer mane.
  {
    area: mirrored(
      '256 10!, 276 34, 306 16!, 324 46, 364 34!, 374 70, 420 68!, 420 106, 464 122!, 452 158, 492 186!, 470 216, 502 254!, 472 278, 494 322!, 458 338, 470 386!, 428 390, 430 440!, 388 432, 378 480!, 340 460, 318 500!, 290 474, 256 510!',
    ),
    tint: 'second',
    whips: [
      { from: [256, 500], to: [256, 400] },
      { from: [480, 280], to: [400, 270], strength: 0.7 },
      { from: [32, 280], to: [112, 270], strength: 0.7 },
    ],
    lines: lines(
      '276 56, 290 44, 300 32; 318 74, 338 58, 352 48; 362 96, 386 88, 404 80; 400 138, 426 132, 446 130; 424 190, 450 190, 474 192; 430 244, 458 248, 484 256; 424 300, 450 306, 476 318; 408 350, 432 362, 454 378; 384 398, 402 414, 416 430; 346 430, 358 448, 368 468; 304 448, 312 468, 314 486; 268 456, 272 474, 264 494',
    ),
  },
  // The inner mane.
  {
    area: mirrored(
      '256 54!, 276 84, 310 70!, 326 102, 372 104!, 374 138, 414 158!, 402 190, 436 224!, 410 248, 432 292!, 400 304, 410 352!, 372 352, 368 402!, 332 392, 316 440!, 288 414, 256 460!',
    ),
    tint: 'main',
    whips: [
      { from: [256, 60], to: [256, 150], strength: 0.85 },
      { from: [424, 270], to: [352, 262], strength: 0.8 },
      { from: [88, 270], to: [160, 262], strength: 0.8 },
      { from: [256, 456], to: [256, 400], strength: 0.9 },
    ],
    lines: lines(
      '276 108, 288 98, 300 90; 322 126, 340 118, 356 114; 364 162, 382 160, 398 164; 386 214, 406 216, 420 224; 386 268, 404 274, 418 284; 376 320, 390 330, 400 342; 342 366, 354 378, 360 392; 300 402, 308 416, 312 428',
    ),
  },
  // Ears.
  ...['346 150!, 362 118, 396 106, 420 124, 416 158, 386 186!', flipped('346 150!, 362 118, 396 106, 420 124, 416 158, 386 186!')].map(
    (text, i): Art[number] => ({
      area: shape(text),
      tint: 'main',
      edge: 'fine',
      whips: [{ from: [i ? 128 : 384, 184], to: [i ? 110 : 402, 124] }],
    }),
  ),
  // The face.
  {
    area: mirrored('256 122!, 296 126, 340 148, 372 190, 376 240, 356 290, 344 340, 330 384, 300 412, 256 420'),
    tint: 'main',
    whips: [
      { from: [256, 116], to: [256, 200], strength: 0.75 },
      { from: [384, 270], to: [330, 262], strength: 0.7 },
      { from: [128, 270], to: [182, 262], strength: 0.7 },
    ],
    lines:
      lines('276 142, 282 164, 278 186; 306 148, 312 166, 308 182; 352 272, 340 282, 326 286; 350 296, 340 304, 328 308') +
      line('256 136, 256 166, 256 196'),
  },
  // The bridge of the nose and the pale brows.
  {
    area: mirrored('256 176!, 270 200, 284 228, 288 262, 292 300, 304 330, 296 352, 256 358'),
    tint: 'main',
    edge: 'fine',
    whips: [
      { from: [318, 290], to: [274, 290], strength: 0.7 },
      { from: [194, 290], to: [238, 290], strength: 0.7 },
    ],
    lines: lines('272 214, 276 232, 276 248'),
  },
  { area: pair('290 214!, 312 196, 344 192, 362 206!, 340 208, 314 216'), tint: 'paper', edge: 'fine' },
  // Eyes.
  { area: '', tint: 'ink', bare: true, blacks: pair('284 250!, 296 230, 320 218, 350 220, 362 232!, 350 246, 326 256, 304 256, 290 270!') },
  { area: pair('300 246!, 312 232, 332 228, 348 232!, 338 246, 318 250'), tint: 'second', edge: 'none', bare: true },
  { area: '', tint: 'ink', bare: true, blacks: pair('316 236, 328 232, 334 240, 326 248, 316 246') },
  { area: pair('319 238, 323 236, 325 240, 321 242'), tint: 'paper', edge: 'none', bare: true },
  // The muzzle and chin.
  {
    area: mirrored('256 342!, 288 342, 320 358, 332 384, 318 408, 288 418, 256 404!'),
    tint: 'paper',
    edge: 'fine',
    whips: [
      { from: [340, 410], to: [300, 378], strength: 0.7 },
      { from: [172, 410], to: [212, 378], strength: 0.7 },
    ],
    blacks: whiskers,
  },
  {
    area: mirrored('256 410!, 278 416, 302 414, 300 440, 278 456, 256 460'),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [256, 406], to: [256, 450] }],
    lines: lines('270 440, 266 450, 262 456'),
  },
  {
    area: mirrored('256 314, 286 316, 308 328, 300 346, 276 362, 256 374'),
    tint: 'ink',
    edge: 'fine',
    bare: true,
    lines: line('256 372, 256 388, 256 406') + lines('256 406, 274 418, 298 416, 318 402'),
  },
  { area: pair('266 326, 282 326, 294 332, 282 335, 266 332'), tint: 'paper', edge: 'none', bare: true },
]
