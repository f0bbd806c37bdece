import type { Art } from './art.ts'
import { flipped, line, mirrored, shape } from './pen.ts'

const pair = (text: string) => shape(text) + shape(flipped(text))
const lines = (text: string) => line(text) + line(flipped(text))

const ear = '296 132!, 314 96, 350 56, 392 22!, 414 76, 418 136, 404 196!, 372 156, 334 138'
const innerEar = '326 132!, 346 98, 384 58!, 398 100, 396 146, 386 172!, 372 156, 352 140'
const whiskers = [
  [290, 388],
  [306, 384],
  [296, 404],
  [312, 402],
]
  .map(([x = 0, y = 0]) => pair(`${x - 3} ${y}, ${x} ${y - 3}, ${x + 3} ${y}, ${x} ${y + 3}`))
  .join('')

/** A wolf's head from the front: ruff, mask and muzzle, the eyes under heavy brows. */
export const wolfHead: Art = [
  { area: shape(ear), tint: 'main' },
  { area: shape(flipped(ear)), tint: 'main' },
  { area: shape(innerEar), tint: 'paper', edge: 'fine', whips: [{ from: [392, 170], to: [366, 60] }] },
  { area: shape(flipped(innerEar)), tint: 'paper', edge: 'fine', whips: [{ from: [120, 170], to: [146, 60] }] },
  {
    area: '',
    tint: 'main',
    lines: lines('336 124, 346 104, 360 84; 350 134, 360 112, 372 96; 366 146, 374 128, 382 116'),
  },
  // The ruff.
  {
    area: mirrored(
      '256 112!, 280 120!, 290 106!, 312 126, 348 142, 384 168, 402 190, 450 192!, 430 214!, 478 244!, 446 260!, 490 304!, 446 308!, 470 356!, 424 350!, 430 404!, 386 388!, 380 440!, 344 418!, 322 470!, 296 440!, 256 508!',
    ),
    tint: 'main',
    whips: [
      { from: [256, 500], to: [256, 400] },
      { from: [470, 330], to: [360, 280], strength: 0.75 },
      { from: [42, 330], to: [152, 280], strength: 0.75 },
    ],
    lines: lines(
      '404 214, 424 222, 440 236; 400 246, 424 258, 440 276; 394 284, 414 300, 428 324; 378 320, 396 344, 404 368; 352 356, 364 380, 366 404; 326 396, 332 416, 328 436; 290 424, 284 446, 270 468',
    ),
  },
  // The pale cheeks and brows of the mask.
  {
    area: mirrored(
      '256 226!, 284 236, 316 214, 352 196, 392 214!, 386 234!, 416 262!, 388 272!, 404 312!, 372 308!, 372 348!, 344 338!, 330 386!, 306 384!, 290 420!, 272 420!, 256 444!',
    ),
    tint: 'paper',
    edge: 'fine',
    whips: [
      { from: [412, 276], to: [350, 270], strength: 0.5 },
      { from: [100, 276], to: [162, 270], strength: 0.5 },
      { from: [256, 440], to: [256, 396] },
    ],
    lines: lines('372 252, 386 258, 396 264; 360 286, 374 296, 384 302; 342 314, 352 326, 356 334; 320 344, 324 360, 322 372'),
  },
  // A dark forehead, and the bridge of the nose that runs down from it.
  {
    area: mirrored('256 112!, 280 120!, 290 106!, 312 126, 346 142, 378 170, 398 208!, 362 198, 328 210, 302 232, 290 256, 256 268'),
    tint: 'main',
    whips: [{ from: [256, 108], to: [256, 236], strength: 0.95 }],
    lines: lines('296 150, 300 168, 296 190; 322 160, 326 176, 320 194; 348 168, 352 180, 348 192; 276 148, 278 172, 274 196'),
  },
  {
    area: mirrored('256 150!, 264 184, 280 214, 292 250, 292 292, 300 326, 312 352, 300 372, 256 376'),
    tint: 'main',
    edge: 'fine',
    whips: [
      { from: [318, 300], to: [272, 300], strength: 0.85 },
      { from: [194, 300], to: [240, 300], strength: 0.85 },
    ],
    lines: lines('272 218, 276 236, 276 254') + line('256 204, 256 232, 256 262'),
  },
  // Eyes: a dark socket, a slanted almond, a heavy lid.
  {
    area: '',
    tint: 'ink',
    bare: true,
    blacks: pair('276 272!, 290 262, 304 240, 334 222, 366 218!, 350 236, 344 254, 322 268, 300 272, 286 284!'),
  },
  { area: shape('292 264!, 308 246, 332 236, 348 234!, 338 252, 318 264'), tint: 'second', edge: 'none', bare: true },
  { area: shape(flipped('292 264!, 308 246, 332 236, 348 234!, 338 252, 318 264')), tint: 'second', edge: 'none', bare: true },
  { area: '', tint: 'ink', bare: true, blacks: pair('316 240, 330 238, 334 248, 326 260, 314 258, 311 248') },
  { area: pair('317 244, 322 242, 324 247, 319 250'), tint: 'paper', edge: 'none', bare: true },
  // The muzzle.
  {
    area: mirrored('256 330!, 286 330, 320 352, 336 384, 326 412, 296 428, 272 428, 256 416!'),
    tint: 'paper',
    edge: 'fine',
    whips: [
      { from: [344, 410], to: [300, 378], strength: 0.75 },
      { from: [168, 410], to: [212, 378], strength: 0.75 },
    ],
    blacks: whiskers,
  },
  {
    area: mirrored('256 422!, 276 428, 302 426, 296 446, 276 458, 256 460'),
    tint: 'paper',
    edge: 'fine',
    whips: [{ from: [256, 418], to: [256, 456] }],
  },
  {
    area: mirrored('256 324, 284 326, 306 340, 304 358, 284 376, 268 388, 256 392'),
    tint: 'ink',
    bare: true,
    edge: 'fine',
    lines: line('256 390, 256 404, 256 418') + lines('256 418, 274 432, 300 430, 322 412'),
  },
  {
    area: pair('266 337, 282 337, 292 344, 280 347, 266 344') + pair('268 368!, 278 358, 292 357, 282 366'),
    tint: 'paper',
    edge: 'none',
    bare: true,
  },
]
