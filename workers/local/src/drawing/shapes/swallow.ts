import type { Art, Layer } from './art.ts'
import { line, type Point, shape, through } from './pen.ts'
import { disc } from './polar.ts'

/** A long feather from a root to a tip, as wide as `half` on each side. */
function feather([x, y]: Point, [u, v]: Point, half: number, tint: Layer['tint'] = 'main'): Layer {
  const [dx, dy] = [u - x, v - y]
  const length = Math.hypot(dx, dy)
  const [nx, ny] = [(-dy / length) * half, (dx / length) * half]
  const at = (along: number, aside: number): Point => [x + dx * along + nx * aside, y + dy * along + ny * aside]
  return {
    area: shape(
      `${through([at(0, -0.7)], true)},${through([at(0.5, -1), at(0.88, -0.7)])},${through([at(1, 0.1)], true)},${through([at(0.84, 0.9), at(0.5, 1)])},${through([at(0, 0.7)], true)}`,
    ),
    tint,
    whips: [{ from: [x, y], to: [x + dx * 0.7, y + dy * 0.7] }],
    lines: line(through([at(0.1, 0), at(0.5, 0.1), at(0.9, 0.1)])),
  }
}

/** A swallow in flight, as sailors wore it: long wings, a forked tail, a red throat. */
export const swallow: Art = [
  // The far wing.
  feather([262, 196], [480, 40], 17),
  feather([258, 202], [448, 92], 17),
  feather([252, 208], [412, 136], 16),
  feather([246, 214], [372, 168], 15),
  {
    area: shape('214 188!, 260 150, 320 110, 372 84!, 352 132, 316 172, 276 206, 244 226!'),
    tint: 'main',
    whips: [{ from: [240, 220], to: [310, 130] }],
    lines: line('250 196, 290 160, 332 116; 262 204, 300 172, 336 136'),
  },
  // The tail.
  feather([296, 330], [482, 438], 15),
  feather([286, 336], [432, 492], 15),
  { ...feather([292, 326], [404, 418], 13, 'second') },
  // The near wing, over the body's back.
  feather([206, 262], [60, 486], 18),
  feather([218, 270], [120, 480], 18),
  feather([230, 278], [172, 456], 17),
  feather([242, 282], [214, 424], 16),
  feather([252, 284], [250, 388], 14),
  // The body.
  {
    area: shape(
      '88 112!, 96 92, 122 78, 152 84, 178 106, 212 138, 258 190, 296 252, 326 318, 340 362!, 296 346, 240 312, 190 262, 152 208, 124 162, 104 136!',
    ),
    tint: 'paper',
    whips: [{ from: [300, 352], to: [220, 232], strength: 0.85 }],
    lines: line(
      '170 204, 178 198, 184 190; 192 232, 200 226, 206 218; 216 260, 224 254, 230 246; 240 284, 248 278, 254 270; 196 202, 204 196, 210 188; 220 230, 228 224, 234 216; 246 256, 254 250, 260 242; 270 290, 278 284, 284 276',
    ),
  },
  // The back and head.
  {
    area: shape(
      '88 112!, 96 92, 122 76, 154 80, 184 98, 226 132, 272 186, 310 252, 336 320, 344 364!, 318 320, 286 262, 246 208, 206 168, 170 142, 142 132, 112 128!',
    ),
    tint: 'main',
    whips: [{ from: [344, 360], to: [256, 206] }],
    lines: line('206 136, 214 148, 218 158; 236 164, 244 178, 246 188; 266 200, 272 214, 274 224; 290 240, 296 254, 298 264'),
  },
  // The throat.
  {
    area: shape('104 134!, 124 130, 150 138, 168 154, 162 178, 146 196!, 124 164'),
    tint: 'second',
    edge: 'fine',
    whips: [{ from: [150, 196], to: [130, 146], strength: 0.7 }],
  },
  // The shoulder of the near wing.
  {
    area: shape('188 178!, 222 192, 250 222, 262 262, 258 300!, 240 306, 214 300, 186 300, 164 318!, 164 262, 172 214'),
    tint: 'main',
    whips: [{ from: [214, 312], to: [214, 220] }],
    lines: line(
      '178 286!, 188 270, 202 282!, 214 268, 228 284!, 240 272, 254 284!; 182 254!, 194 240, 206 252!, 218 238, 230 252!, 240 244, 250 254!; 190 222!, 202 210, 214 222!, 226 212, 238 224!',
    ),
  },
  // The beak and the eye.
  { area: shape('92 104!, 70 106, 44 118!, 72 122, 100 130!'), tint: 'second', edge: 'fine', lines: line('48 118, 74 114, 96 116') },
  { area: disc(10, 124, 104), tint: 'paper', edge: 'fine', bare: true },
  { area: '', tint: 'ink', bare: true, blacks: disc(6, 123, 104) },
]
