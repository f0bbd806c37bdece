import { gameIcons } from './game-icons.ts'
import { ownShapes } from './own-shapes.ts'

/** The outline of a shape by its name; an outline stays what it is. Ours go first: they are drawn for tattoos. */
export function findShape(name: string): string {
  if (name.startsWith('M')) return name
  const shape = ownShapes[name] ?? gameIcons[name]
  if (!shape) throw new Error(`no shape "${name}"`)
  return shape
}
