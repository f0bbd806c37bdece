import { deletePrefix } from '@encre/worker/bucket'
import { logError } from '@encre/worker/log'
import { type OwnerKey, ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { findRow, listRows, parseRows, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { type Bindings, jobOf } from '../bindings.ts'
import { endedAddressMemoryMs } from '../lifetimes.ts'

type ExportName = Pick<StoredExport, 'id' | 'memberId'>

const StoredExport = z.object({
  id: z.string(),
  memberId: z.string(),
  expiresAt: z.string(),
  /** Of the job's Durable Object. '' for those of older versions. */
  jurisdiction: z.string(),
})
type StoredExport = z.infer<typeof StoredExport>

const columns = selectColumns(StoredExport)
const columnsOfLinked = selectColumns(StoredExport, {
  memberId: 'exports.member_id',
  expiresAt: 'exports.expires_at',
})

/**
 * Creates an export unless the member has one. Returns the one that they have, and null for a
 * member whose account is erased.
 */
export async function createExport(
  db: D1Database,
  created: StoredExport,
): Promise<StoredExport | null> {
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into exports (member_id, id, expires_at, jurisdiction) select ?1, ?2, ?3, ?4
         where not exists (select 1 from erasures where member_id = ?1) on conflict (member_id) do nothing`,
      )
      .bind(created.memberId, created.id, created.expiresAt, created.jurisdiction),
    db.prepare(`select ${columns} from exports where member_id = ?`).bind(created.memberId),
  ])
  return parseRows(found, StoredExport)[0] ?? null
}

/** Null without an export, and for one that expired before `since` and waits for the sweep. */
export async function findExport(
  db: D1Database,
  memberId: string,
  since = isoDate(),
): Promise<StoredExport | null> {
  return findRow(
    db
      .prepare(`select ${columns} from exports where member_id = ? and expires_at > ?`)
      .bind(memberId, since),
    StoredExport,
  )
}

export async function extendExport(
  db: D1Database,
  id: string,
  memberId: string,
  expiresAt: string,
): Promise<void> {
  await db
    .prepare('update exports set expires_at = ? where id = ? and member_id = ?')
    .bind(expiresAt, id, memberId)
    .run()
}

/** The export that an address opens. Null for an unknown and for an expired token. */
export async function findLinkedExport(
  db: D1Database,
  tokenHash: string,
): Promise<StoredExport | null> {
  return findRow(
    db
      .prepare(
        `select ${columnsOfLinked}
       from export_links join exports on exports.member_id = export_links.member_id
       where export_links.token_hash = ? and export_links.expires_at > ? and exports.expires_at > ?`,
      )
      .bind(tokenHash, isoDate(), isoDate()),
    StoredExport,
  )
}

/** The owner comes first, so that deleting an account lists one prefix. */
export async function exportKey({ memberId, id }: ExportName): Promise<string> {
  return `${exportPrefix(await ownerKey(memberId))}${id}.zip`
}

export function exportPrefix(ownerKey: OwnerKey): string {
  return `owners/${ownerKey}/`
}

export async function eraseExports(env: Bindings, memberId: string): Promise<void> {
  const stored = await findExport(env.DB, memberId, '')
  if (stored) await deleteFileAndRow(env, stored)
  await deletePrefix(env.EXPORTS, exportPrefix(await ownerKey(memberId)))
}

/** Deletes a member's export if it has expired and the sweep has not deleted it yet. */
export async function deleteExpiredExport(env: Bindings, memberId: string): Promise<void> {
  const stored = await findExport(env.DB, memberId, '')
  if (stored && Date.parse(stored.expiresAt) <= Date.now()) await deleteFileAndRow(env, stored)
}

/**
 * Deletes expired exports. Returns how many. A failed deletion is repeated by the next sweep and
 * stops no other.
 */
export async function deleteExpiredExports(env: Bindings, limit: number): Promise<number> {
  const now = isoDate()
  const expired = env.DB.prepare(
    `select ${columns} from exports where expires_at <= ? order by expires_at limit ?`,
  ).bind(now, limit)
  let deleted = 0
  for (const stored of await listRows(expired, StoredExport)) {
    try {
      await deleteFileAndRow(env, stored)
      deleted += 1
    } catch (error) {
      logError(error, { ownerKey: await ownerKey(stored.memberId), exportId: stored.id })
    }
  }
  await endExportLinks(env.DB, "expires_at <= ? and member_id <> ''", now).run()
  const forgotten = isoDate(-endedAddressMemoryMs)
  await env.DB.prepare('delete from export_links where expires_at <= ?').bind(forgotten).run()
  return deleted
}

/** Deletes the row last, so that an interrupted deletion is repeated. */
async function deleteFileAndRow(env: Bindings, stored: StoredExport): Promise<void> {
  const { DB } = env
  const { id, memberId } = stored
  await jobOf(env, stored).delete(id, memberId)
  await DB.batch([
    DB.prepare('delete from exports where id = ? and member_id = ?').bind(id, memberId),
    endExportLinks(DB, 'member_id = ?', memberId),
  ])
}

/** Of an address that has ended, the hash stays: a repeated request opens nothing again. */
function endExportLinks(db: D1Database, condition: string, value: string): D1PreparedStatement {
  return db
    .prepare(
      `update export_links set member_id = '', expires_at = min(expires_at, ?1) where ${condition.replace('?', '?2')}`,
    )
    .bind(isoDate(), value)
}
