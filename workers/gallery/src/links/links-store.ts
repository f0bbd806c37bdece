import type { DesignChoices } from '@encre/protocol/design'
import { deleteInPieces } from '@encre/worker/bounded'
import { findRow, listRows, parseRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { ArtistLink, mostLinks } from '../contract.ts'
import { readChoices } from '../designs-store.ts'
import { endedLinkLifetimeMs } from '../lifetimes.ts'
import { SettingsRow, settingsColumns } from '../settings-store.ts'

const SharedRow = z.extend(SettingsRow, {
  id: z.string(),
  linkId: z.string(),
  memberId: z.string(),
  subject: z.string(),
  choices: z.string(),
  origin: z.string(),
  expiresAt: z.string(),
  answers: z.number(),
})

/** The part of a design that its link shows, and its member. */
export type SharedDesign = Omit<z.infer<typeof SharedRow>, 'choices'> & { choices: DesignChoices }

const columns = 'id, created_at as createdAt, expires_at as expiresAt, opened_at as openedAt'

/**
 * Creates a link once per id. Null if the member has no such design, if it has `mostLinks` links
 * already, or if the id or the token is another link's.
 */
export async function createLink(
  db: D1Database,
  {
    id,
    memberId,
    designId,
    tokenHash,
    expiresAt,
  }: { id: string; memberId: string; designId: string; tokenHash: string; expiresAt: Date },
  now: Date,
): Promise<ArtistLink | null> {
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into links (id, token_hash, member_id, design_id, created_at, expires_at)
       select ?1, ?2, member_id, id, ?3, ?4 from designs
       where id = ?5 and member_id = ?6 and deleted_at is null and sharing_stopped_at is null
         and (select count(*) from links where design_id = ?5 and member_id = ?6 and expires_at > ?3) < ?7
       on conflict do nothing`,
      )
      .bind(
        id,
        tokenHash,
        now.toISOString(),
        expiresAt.toISOString(),
        designId,
        memberId,
        mostLinks,
      ),
    db
      .prepare(
        `select ${columns} from links
         where id = ? and token_hash = ? and design_id = ? and member_id = ? and expires_at > ?`,
      )
      .bind(id, tokenHash, designId, memberId, now.toISOString()),
  ])
  return parseRows(found, ArtistLink)[0] ?? null
}

/** Whether an operator stopped the sharing of a design. */
export async function isSharingStopped(
  db: D1Database,
  memberId: string,
  designId: string,
): Promise<boolean> {
  const stopped = db
    .prepare(
      'select 1 from designs where id = ? and member_id = ? and sharing_stopped_at is not null',
    )
    .bind(designId, memberId)
  return (await stopped.first()) !== null
}

export async function listLinks(
  db: D1Database,
  memberId: string,
  designId: string,
  now: Date,
): Promise<ArtistLink[]> {
  return listRows(
    db
      .prepare(
        `select ${columns} from links where design_id = ? and member_id = ? and expires_at > ? order by created_at desc, id limit ?`,
      )
      .bind(designId, memberId, now.toISOString(), mostLinks),
    ArtistLink,
  )
}

const MemberLink = z.extend(ArtistLink, { designId: z.string() })
export type MemberLink = z.infer<typeof MemberLink>

export async function listMemberLinks(db: D1Database, memberId: string): Promise<MemberLink[]> {
  return listRows(
    db
      .prepare(
        `select design_id as designId, ${columns} from links where member_id = ? order by created_at desc, id`,
      )
      .bind(memberId),
    MemberLink,
  )
}

/** False if the member never had such a link. One that has ended already counts as deleted. */
export async function deleteLink(
  db: D1Database,
  memberId: string,
  linkId: string,
): Promise<boolean> {
  const [, ended] = await db.batch([
    db.prepare('delete from links where id = ? and member_id = ?').bind(linkId, memberId),
    db.prepare('select 1 from ended_links where id = ? and member_id = ?').bind(linkId, memberId),
  ])
  return ended?.results.length === 1
}

/**
 * The design that a link opens. Null for an unknown, expired or revoked link, and when the design
 * is deleted. Reads two rows.
 */
export async function findSharedDesign(
  db: D1Database,
  tokenHash: string,
  now: Date,
): Promise<SharedDesign | null> {
  const row = await findRow(
    db
      .prepare(
        `select designs.id, links.id as linkId, designs.member_id as memberId, subject, choices, origin, ${settingsColumns}, expires_at as expiresAt,
         (select count(*) from answers where link_id = links.id) as answers
       from links join designs on designs.id = links.design_id and designs.member_id = links.member_id
       where token_hash = ? and expires_at > ? and deleted_at is null and sharing_stopped_at is null`,
      )
      .bind(tokenHash, now.toISOString()),
    SharedRow,
  )
  return row && { ...row, choices: readChoices(row.id, row.choices) }
}

/**
 * Records when a page showed a link, once a minute at most. Does nothing for a link that no longer
 * opens.
 */
export async function recordOpening(db: D1Database, tokenHash: string, now: Date): Promise<void> {
  const minute = `${now.toISOString().slice(0, 16)}:00.000Z`
  await db
    .prepare(
      'update links set opened_at = ?1 where token_hash = ?2 and expires_at > ?3 and (opened_at is null or opened_at < ?1)',
    )
    .bind(minute, tokenHash, now.toISOString())
    .run()
}

export async function deleteExpiredLinks(db: D1Database, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - endedLinkLifetimeMs)
  const expired = { table: 'links', key: 'id', condition: 'expires_at < ?' }
  const ended = { table: 'ended_links', key: 'id', condition: 'ended_at < ?' }
  await deleteInPieces(db, expired, now.toISOString())
  await deleteInPieces(db, ended, forgotten.toISOString())
}
