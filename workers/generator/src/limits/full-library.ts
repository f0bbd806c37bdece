import { mostDesigns } from '@encre/gallery-worker/contract'
import { logError } from '@encre/worker/log'
import { askGallery, type Bindings } from '../bindings.ts'

/**
 * Remembers that the member's library may be full, for `isLibraryFull`. The gallery never gives a
 * number twice, so a member has at most as many designs as their newest one's number says.
 */
export async function recordNumber(
  db: D1Database,
  ownerKey: string,
  { number }: { number?: number | undefined },
): Promise<void> {
  if (number === undefined || number < mostDesigns) return
  await db
    .prepare('update owners set library_may_be_full = 1 where owner_key = ?')
    .bind(ownerKey)
    .run()
}

/**
 * Asked before a call to the provider, because a design that was paid for is always saved. The
 * gallery is asked only for the few members with so many designs; if it does not answer, nothing
 * is refused.
 */
export async function isLibraryFull(
  { DB, LIBRARY }: Pick<Bindings, 'DB' | 'LIBRARY'>,
  memberId: string,
  ownerKey: string,
): Promise<boolean> {
  const mayBeFull = await DB.prepare(
    'select 1 from owners where owner_key = ? and library_may_be_full = 1',
  )
    .bind(ownerKey)
    .first()
  if (!mayBeFull) return false
  try {
    const { count } = await askGallery(LIBRARY.summarizeDesigns(memberId, 0))
    return count >= mostDesigns
  } catch (error) {
    logError(error, { call: 'summarizeDesigns' })
    return false
  }
}
