import type { Neighbours } from './contract.ts'
import { type DesignFilter, findDesign, listDesigns } from './designs-store.ts'

/** The designs before and after one in the order of a list. Null if the member has no such design; it need not be in the list. */
export async function findNeighbours(db: D1Database, memberId: string, designId: string, filter: DesignFilter): Promise<Neighbours | null> {
  const from = await findDesign(db, memberId, designId)
  if (!from) return null
  // A list starts with the design itself, unless the filter leaves it out.
  const list = (order: DesignFilter['order']) => listDesigns(db, memberId, { ...filter, order, from, limit: 2 })
  const [before, after] = await Promise.all([list(filter.order === 'newest' ? 'oldest' : 'newest'), list(filter.order)])
  const first = (designs: { id: string }[]) => designs.find(({ id }) => id !== designId)?.id ?? null
  return { previous: first(before), next: first(after) }
}
