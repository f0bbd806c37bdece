import type { Art } from './art.ts'
import { flipped, line, mirrored, shape } from './pen.ts'

const pair = (text: string) => shape(text) + shape(flipped(text))
const lines = (text: string) => line(text) + line(flipped(text))
const ear = '336 122!, 350 76, 388 46, 430 54, 446 92, 434 138, 406 172!'
const innerEar = '358 122!, 370 90, 396 72, 420 80, 424 104, 412 140, 398 156!'
const whiskers = [
  [290, 366],
  [310, 362],
  [298, 384],
  [318, 382],
]
  .map(([x = 0, y = 0]) => pair(`${x - 3} ${y}, ${x} ${y - 3}, ${x + 3} ${y}, ${x} ${y + 3}`))
  .join('')

/** A tiger's head from the front: broad cheeks, black stripes that follow the form. */
export const tigerHead: Art = [
  ...[ear, flipped(ear)].map((text): Art[number] => ({ area: shape(text), tint: 'ink' })),
  ...[innerEar, flipped(innerEar)].map((text, i): Art[number] => ({
    area: shape(text),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [i ? 112 : 400, 160], to: [i ? 106 : 406, 92] }],
  })),
  // The head with its ruff of cheeks.
  {
    area: mirrored(
      '256 78!, 300 82, 346 104, 388 140, 416 186, 430 236, 466 258!, 438 278, 478 318!, 440 326, 464 370!, 416 364, 420 412!, 372 396, 356 440!, 312 428, 256 472!',
    ),
    tint: 'main',
    whips: [
      { from: [256, 64], to: [256, 140], strength: 0.7 },
      { from: [470, 320], to: [396, 300], strength: 0.7 },
      { from: [42, 320], to: [116, 300], strength: 0.7 },
    ],
    blacks: [
      // The forehead.
      mirrored('256 98!, 264 112, 262 140, 256 164!'),
      pair('276 96!, 300 104, 310 124, 300 134!, 296 116') + pair('270 150!, 290 136, 322 136, 344 150!, 316 148, 292 154'),
      pair('268 178!, 286 166, 312 164, 330 172!, 308 174, 288 180') + pair('322 100!, 350 116, 366 138, 362 150!, 346 128'),
      pair('366 128!, 392 152, 404 184!, 384 164') + pair('352 168!, 382 176, 406 202!, 380 190'),
      // The cheeks.
      pair('384 226!, 410 224, 434 246!, 408 240') +
        pair('392 262!, 420 262, 450 282!, 418 276') +
        pair('396 296!, 424 300, 458 316!, 422 312'),
      pair('384 330!, 412 336, 446 360!, 408 350') +
        pair('366 358!, 388 372, 404 396!, 380 384') +
        pair('338 388!, 352 402, 352 424!, 342 408'),
    ].join(''),
  },
  // The pale brows, cheeks and chin.
  { area: pair('280 212!, 300 192, 334 184, 368 200!, 372 222, 340 212, 306 216'), tint: 'paper', edge: 'fine' },
  {
    area: mirrored('256 330!, 292 316, 330 292, 366 276!, 362 320, 384 340!, 352 360, 352 392!, 322 396, 304 424!, 256 446'),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [256, 450], to: [256, 410] }],
    lines: lines('344 316, 352 322, 356 330; 332 346, 340 354, 340 362'),
  },
  // The bridge of the nose.
  {
    area: mirrored('256 172!, 268 200, 282 228, 288 262, 294 296, 306 322, 298 342, 256 348'),
    tint: 'main',
    edge: 'fine',
    whips: [
      { from: [320, 290], to: [274, 290], strength: 0.75 },
      { from: [192, 290], to: [238, 290], strength: 0.75 },
    ],
    lines: lines('272 214, 276 230, 276 244; 280 282, 272 286, 266 292'),
  },
  // Eyes.
  { area: '', tint: 'ink', bare: true, blacks: pair('280 252!, 292 230, 318 216, 350 216, 368 228!, 354 246, 328 258, 302 258, 288 276!') },
  { area: pair('298 248!, 310 232, 332 226, 352 230!, 340 246, 318 252'), tint: 'second', edge: 'none', bare: true },
  { area: '', tint: 'ink', bare: true, blacks: pair('317 236, 328 231, 335 239, 327 248, 317 246') },
  { area: pair('320 238, 324 236, 326 240, 322 242'), tint: 'paper', edge: 'none', bare: true },
  // The muzzle and the chin.
  {
    area: mirrored('256 332!, 290 332, 326 348, 342 376, 328 402, 294 414, 256 400!'),
    tint: 'paper',
    edge: 'fine',
    whips: [
      { from: [352, 404], to: [308, 370], strength: 0.7 },
      { from: [160, 404], to: [204, 370], strength: 0.7 },
    ],
    blacks: whiskers,
  },
  {
    area: mirrored('256 406!, 280 412, 306 410, 300 434, 278 448, 256 452'),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [256, 402], to: [256, 442] }],
  },
  {
    area: mirrored('256 306, 290 308, 310 320, 300 338, 276 354, 256 364'),
    tint: 'second',
    edge: 'fine',
    bare: true,
    lines: line('256 364, 256 382, 256 402') + lines('256 402, 276 416, 304 412, 326 396'),
    blacks: pair('270 344!, 282 334, 298 332, 288 342'),
  },
]
