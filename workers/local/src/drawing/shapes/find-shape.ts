import type { Art } from './art.ts'
import { gameIcons } from './game-icons.ts'
import { koi } from './koi.ts'
import { outlines } from './outlines.ts'
import { owl } from './owl.ts'
import { rose } from './rose.ts'
import { ship } from './ship.ts'
import { wolfHead } from './wolf-head.ts'
import { wolfHowl } from './wolf-howl.ts'

/** Drawings of our own, with their lines, blacks and colours. */
const arts: Readonly<Record<string, Art>> = { koi, owl, rose, ship, 'wolf-head': wolfHead, 'wolf-howl': wolfHowl }

/** Names of the shapes that are not taken from game-icons. */
export const ownNames: readonly string[] = [...Object.keys(arts), ...Object.keys(outlines)]

export function findArt(name: string): Art | null {
  return arts[name] ?? null
}

/** The outline of a shape by its name; an outline stays what it is. Ours go first: they are drawn for tattoos. */
export function findShape(name: string): string {
  if (name.startsWith('M')) return name
  const shape = outlines[name] ?? gameIcons[name]
  if (!shape) throw new Error(`no shape "${name}"`)
  return shape
}
