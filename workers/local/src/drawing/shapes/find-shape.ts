import { abstractArt } from './abstract-art.ts'
import type { Art } from './art.ts'
import { butterfly } from './butterfly.ts'
import { crown } from './crown.ts'
import { gameIcons } from './game-icons.ts'
import { koi } from './koi.ts'
import { lionHead } from './lion-head.ts'
import { moon } from './moon.ts'
import { outlines } from './outlines.ts'
import { owl } from './owl.ts'
import { rose } from './rose.ts'
import { ship } from './ship.ts'
import { skull } from './skull.ts'
import { swallow } from './swallow.ts'
import { tigerHead } from './tiger-head.ts'
import { wolfHead } from './wolf-head.ts'
import { wolfHowl } from './wolf-howl.ts'

/** Drawings of our own, with their lines, blacks and colours. */
const arts: Readonly<Record<string, Art>> = {
  'death-skull': skull,
  'lion-head': lionHead,
  'tiger-head': tigerHead,
  butterfly,
  crown,
  moon,
  swallow,
  koi,
  owl,
  rose,
  ship,
  'wolf-head': wolfHead,
  'wolf-howl': wolfHowl,
}

/** Names of the shapes that are not taken from game-icons. */
export const ownNames: readonly string[] = [...Object.keys(arts), ...Object.keys(outlines)]

/** Prefix of the shape names of abstract drawings; a seed follows. */
export const abstractPrefix = 'abstract-'

export function findArt(name: string): Art | null {
  if (name.startsWith(abstractPrefix)) return abstractArt(Number(name.slice(abstractPrefix.length)))
  return arts[name] ?? null
}

/** The outline of a shape by its name. Ours go first: they are drawn for tattoos. */
export function findShape(name: string): string {
  const shape = outlines[name] ?? gameIcons[name]
  if (!shape) throw new Error(`no shape "${name}"`)
  return shape
}
