import { side } from './grid.ts'

/** Connected groups of the cells where `isInside` holds, largest first. */
export function findRegions(isInside: (index: number) => boolean): number[][] {
  const seen = new Uint8Array(side * side)
  const regions: number[][] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isInside(start)) continue
    const region = [start]
    seen[start] = 1
    for (const cell of region) {
      for (const next of [cell - 1, cell + 1, cell - side, cell + side]) {
        if (next < 0 || next >= seen.length || seen[next] || !isInside(next)) continue
        seen[next] = 1
        region.push(next)
      }
    }
    regions.push(region)
  }
  return regions.sort((one, other) => other.length - one.length)
}
