import { deletePrefix } from '@encre/worker/bucket'
import type { OwnerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { hasRow, listRows, parseRows, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { referenceLifetimeMs } from '../lifetimes.ts'
import { whereRunning } from '../running.ts'

const ReferenceOwner = z.object({ memberId: z.string() })

/**
 * Creates the row before the file is stored, so that every file has a row. 'stored' if the member
 * has this row, 'erased' if the account was erased meanwhile, 'not-found' if the id is another
 * member's.
 */
export async function createReference(
  db: D1Database,
  reference: { id: string; memberId: string; ownerKey: string; type: string },
): Promise<'stored' | 'erased' | 'not-found'> {
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into reference_images (id, member_id, owner_key, type, created_at, expires_at)
         select ?1, ?2, ?3, ?4, ?5, ?6
         where not exists (select 1 from erased_owners where owner_key = ?3)
         on conflict (id) do nothing`,
      )
      .bind(
        reference.id,
        reference.memberId,
        reference.ownerKey,
        reference.type,
        isoDate(),
        isoDate(referenceLifetimeMs),
      ),
    db
      .prepare('select member_id as memberId from reference_images where id = ?')
      .bind(reference.id),
  ])
  const [row] = parseRows(found, ReferenceOwner)
  if (!row) return 'erased'
  return row.memberId === reference.memberId ? 'stored' : 'not-found'
}

export async function hasReference(db: D1Database, memberId: string, id: string): Promise<boolean> {
  return hasRow(
    db.prepare('select 1 from reference_images where member_id = ? and id = ?').bind(memberId, id),
  )
}

const StoredReference = z.object({ id: z.string(), type: z.string(), createdAt: z.string() })

export async function listReferences(db: D1Database, memberId: string) {
  return listRows(
    db
      .prepare(
        `select ${selectColumns(StoredReference)} from reference_images where member_id = ? order by created_at, id`,
      )
      .bind(memberId),
    StoredReference,
  )
}

const ExpiredReference = z.object({ id: z.string(), ownerKey: z.string() })

export async function listExpiredReferences(db: D1Database, limit: number) {
  return listRows(
    db
      .prepare(
        `select ${selectColumns(ExpiredReference)} from reference_images
       where expires_at < ? and not exists (
         select 1 from generations where reference_id = reference_images.id and ${whereRunning}
       ) limit ?`,
      )
      .bind(isoDate(), limit),
    ExpiredReference,
  )
}

export async function deleteReferences(db: D1Database, ids: readonly string[]): Promise<void> {
  await db
    .prepare('delete from reference_images where id in (select value from json_each(?))')
    .bind(JSON.stringify(ids))
    .run()
}

/** Rows first: an upload under way deletes its file again once its row is gone. */
export async function eraseReferences({ REFERENCES }: Bindings, ownerKey: OwnerKey): Promise<void> {
  await deletePrefix(REFERENCES, referenceKey(ownerKey, ''))
}

/** The owner comes first, so that deleting an account lists one prefix. */
export function referenceKey(ownerKey: string, id: string): string {
  return `owners/${ownerKey}/references/${id}`
}

export async function readReference(
  env: Pick<Bindings, 'REFERENCES'>,
  ownerKey: string,
  id: string,
): Promise<File | null> {
  const object = await env.REFERENCES.get(referenceKey(ownerKey, id))
  if (!object) return null
  const type = object.httpMetadata?.contentType ?? 'application/octet-stream'
  return new File([await object.arrayBuffer()], `reference.${type.split('/')[1]}`, { type })
}
