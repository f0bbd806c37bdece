import type { Art } from './art.ts'
import { arts, icons } from './shapes.generated.ts'

const leaflessSuffix = '-leafless'

/** The name of a drawing without its leaves; other shapes keep their name. */
export function leaflessOf(name: string): string {
  return arts[name]?.some(({ leaf }) => leaf) ? `${name}${leaflessSuffix}` : name
}

export function findArt(name: string): Art | null {
  if (!name.endsWith(leaflessSuffix)) return arts[name] ?? null
  return arts[name.slice(0, -leaflessSuffix.length)]?.filter(({ leaf }) => !leaf) ?? null
}

export function findShape(name: string): string {
  const shape = icons[name]
  if (!shape)
    throw new Error(
      `no shape "${name}": restart, so that workers/local/scripts/collect-shapes.ts collects it`,
    )
  return shape
}
