import type { Art, Layer } from './art.ts'
import { flipped, line, mirrored, shape } from './pen.ts'
import { disc } from './polar.ts'

/** Both halves of one layer, the right one given; whips turn with it. */
function both(text: string, layer: Omit<Layer, 'area' | 'lines'>, lines = ''): Layer[] {
  const whips = layer.whips ?? []
  const turned = whips.map((whip) => ({
    ...whip,
    from: [512 - whip.from[0], whip.from[1]] as const,
    to: [512 - whip.to[0], whip.to[1]] as const,
  }))
  return [
    { ...layer, area: shape(text), lines: lines && line(lines) },
    { ...layer, area: shape(flipped(text)), whips: turned, lines: lines && line(flipped(lines)) },
  ]
}

const spots = (list: readonly (readonly [number, number, number])[]) =>
  list.map(([x, y, r]) => disc(r, x, y) + disc(r, 512 - x, y)).join('')

/** A butterfly from above: black-bordered wings with veins, windows of colour and a row of pale spots. */
export const butterfly: Art = [
  // Hind wings.
  ...both('268 268!, 320 268, 384 284, 424 318, 428 366, 400 402, 392 444, 366 462!, 350 428, 316 408, 284 360, 268 306', { tint: 'ink' }),
  ...both(
    '276 276!, 318 280, 368 294, 394 320, 392 350!, 356 348, 320 330, 290 304',
    { tint: 'second', edge: 'none', whips: [{ from: [270, 280], to: [350, 312] }] },
    '300 286, 340 302, 384 336; 296 296, 330 320, 366 344',
  ),
  ...both(
    '284 316!, 318 342, 350 360, 384 364!, 368 392, 338 394, 308 368',
    { tint: 'main', edge: 'none', whips: [{ from: [290, 326], to: [340, 376] }] },
    '310 342, 332 366, 352 384',
  ),
  // Fore wings.
  ...both('266 236!, 292 176, 340 116, 404 74, 470 60, 496 76!, 490 130, 476 176, 448 216, 420 246, 376 264, 316 266, 272 260', {
    tint: 'ink',
  }),
  ...both(
    '276 232!, 304 180, 344 136, 384 108!, 392 150, 366 192, 320 226',
    { tint: 'main', edge: 'none', whips: [{ from: [270, 236], to: [346, 160] }] },
    '296 218, 334 172, 376 126',
  ),
  ...both(
    '398 104!, 428 90, 452 90!, 446 128, 424 158, 400 168!, 404 136',
    { tint: 'main', edge: 'none', whips: [{ from: [400, 166], to: [440, 106], strength: 0.7 }] },
    '406 150, 424 124, 444 98',
  ),
  ...both(
    '288 244!, 336 228, 376 196, 396 180!, 424 176, 424 200, 396 232, 352 250, 306 254',
    { tint: 'second', edge: 'none', whips: [{ from: [280, 248], to: [370, 222] }] },
    '330 244, 372 226, 412 186',
  ),
  {
    area: spots([
      [470, 96, 8],
      [470, 124, 7],
      [458, 156, 7],
      [442, 186, 6],
      [414, 330, 7],
      [410, 362, 6],
      [388, 396, 7],
    ]),
    tint: 'paper',
    edge: 'none',
  },
  // The body and the feelers.
  {
    area: '',
    tint: 'ink',
    lines: line('262 184, 280 140, 312 100; 250 184, 232 140, 200 100'),
    blacks: disc(7, 314, 97) + disc(7, 198, 97),
  },
  {
    area: mirrored('256 180, 270 188, 274 208, 268 222, 276 244, 274 276, 268 320, 262 366, 256 392!'),
    tint: 'second',
    whips: [{ from: [286, 300], to: [250, 290] }],
    lines: line(
      '242 224, 256 230, 270 224; 240 278, 256 284, 272 278; 242 304, 256 310, 270 304; 246 330, 256 335, 266 330; 248 354, 256 358, 264 354',
    ),
  },
]
