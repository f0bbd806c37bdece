import { between, createRandom } from '../random.ts'
import { disc, petal } from './polar.ts'

/** An emblem for what has no name here: rings of petals, leaves and points around a seed, all of them from `seed`. */
export function abstractShape(seed: number): string {
  const random = createRandom(seed ^ 0x5eed)
  const fold = 5 + Math.floor(random() * 6)
  const turn = random() < 0.5 ? 0 : 180 / fold
  const [belly, sharp] = [between(random, 0.4, 0.7), between(random, 0.3, 0.75)]
  const ring = (count: number, offset: number, from: number, to: number, width: number, at: number) =>
    Array.from({ length: count }, (_, i) => petal((360 / count) * i + offset, from, to, width, at)).join('')
  return [
    ring(fold, turn, 118, 250, 300 / fold, belly),
    ring(fold, turn + 180 / fold, 66, 196, 160 / fold, sharp),
    ring(fold, turn + 180 / fold, 214, 244, 9, 0.5),
    ring(fold, turn, 58, 106, 120 / fold, 0.5),
    disc(44),
  ].join('')
}
