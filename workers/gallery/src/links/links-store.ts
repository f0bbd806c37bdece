import type { DesignChoices } from '@encre/protocol/design'
import { deleteInPieces, sweepInPieces } from '@encre/worker/bounded'
import { isoDate } from '@encre/worker/moment'
import { findRow, listRows, parseRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { ArtistLink, mostLinks } from '../contract.ts'
import { readChoices } from '../designs-store.ts'
import { endedAddressMemoryMs, endedLinkLifetimeMs } from '../lifetimes.ts'
import { SettingsRow, settingsColumns } from '../settings-store.ts'
import { linkStates, stateColumn } from './link-states.ts'

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

const columns =
  'links.id, links.created_at as createdAt, expires_at as expiresAt, opened_at as openedAt'
const withDesigns =
  'links left join designs on designs.id = links.design_id and designs.member_id = links.member_id'

const State = z.enum(['open', 'resting', 'ended'])
const KnownLink = z.extend(ArtistLink, {
  bodyHash: z.string(),
  tokenHash: z.string(),
  state: State,
})
export type KnownLink = z.infer<typeof KnownLink>

/** The link that a key of the member has created, in any state. */
export async function findKnownLink(db: D1Database, keyHash: string): Promise<KnownLink | null> {
  return findRow(selectKnown(db, keyHash), KnownLink)
}

function selectKnown(db: D1Database, keyHash: string): D1PreparedStatement {
  return db
    .prepare(
      `select ${columns}, body_hash as bodyHash, token_hash as tokenHash, ${stateColumn}
       from ${withDesigns} where key_hash = ?`,
    )
    .bind(isoDate(), keyHash)
}

interface NewLink {
  id: string
  keyHash: string
  bodyHash: string
  tokenHash: string
  memberId: string
  designId: string
  expiresAt: string
}

/**
 * Creates a link once per key, and returns the one that the key has created. Null if the member has
 * no such design, if it has `mostLinks` links already, or if its sharing is stopped.
 */
export async function createLink(
  db: D1Database,
  { id, keyHash, bodyHash, tokenHash, memberId, designId, expiresAt }: NewLink,
): Promise<KnownLink | null> {
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into links (id, token_hash, key_hash, body_hash, member_id, design_id, created_at, expires_at)
         select ?1, ?2, ?3, ?4, member_id, id, ?5, ?6 from designs
         where id = ?7 and member_id = ?8 and deleted_at is null and sharing_stopped_at is null
           and (select count(*) from links where design_id = ?7 and member_id = ?8 and expires_at > ?5) < ?9
         on conflict do nothing`,
      )
      .bind(id, tokenHash, keyHash, bodyHash, isoDate(), expiresAt, designId, memberId, mostLinks),
    selectKnown(db, keyHash),
  ])
  return parseRows(found, KnownLink)[0] ?? null
}

/** The links that open, and those that would if their design was restored. */
export async function listLinks(
  db: D1Database,
  memberId: string,
  designId: string,
): Promise<ArtistLink[]> {
  return listRows(
    db
      .prepare(
        `select ${columns} from links where design_id = ? and member_id = ? and expires_at > ? order by created_at desc, id limit ?`,
      )
      .bind(designId, memberId, isoDate(), mostLinks),
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

const BeforeLink = z.extend(ArtistLink, { tokenHash: z.string(), state: State })

/**
 * What the version before created under an id and a token of the page: 'ended' also for a link that
 * it deleted in the last day. Null if it created none.
 */
export async function findLinkOfBefore(
  db: D1Database,
  memberId: string,
  { id, tokenHash }: { id: string; tokenHash: string },
): Promise<ArtistLink | 'ended' | null> {
  const [found, ended] = await db.batch([
    db
      .prepare(
        `select ${columns}, token_hash as tokenHash, ${stateColumn}
         from ${withDesigns} where links.id = ? and links.member_id = ? and key_hash is null`,
      )
      .bind(isoDate(), id, memberId),
    db.prepare('select 1 from ended_links where id = ? and member_id = ?').bind(id, memberId),
  ])
  const [known] = parseRows(found, BeforeLink)
  if (known?.tokenHash !== tokenHash) return ended?.results.length === 1 ? 'ended' : null
  const { state, tokenHash: _, ...link } = known
  return state === 'open' ? link : 'ended'
}

/** The statements that end links for good, with their answers. `links` selects their ids. */
export function endLinks(
  db: D1Database,
  links: { select: string; values: string[] },
): D1PreparedStatement[] {
  const at = isoDate()
  return [
    db.prepare(`delete from answers where link_id in (${links.select})`).bind(...links.values),
    db
      .prepare(
        `update links set expires_at = min(expires_at, ?), ended_at = ? where ended_at is null and id in (${links.select})`,
      )
      .bind(at, at, ...links.values),
  ]
}

/** False if the member never had such a link. One that has ended already counts as revoked. */
export async function revokeLink(
  db: D1Database,
  memberId: string,
  linkId: string,
): Promise<boolean> {
  const own = { select: 'select id from links where id = ? and member_id = ?' }
  const values = [linkId, memberId]
  const results = await db.batch([
    ...endLinks(db, { ...own, values }),
    db.prepare(own.select).bind(...values),
  ])
  return results.at(-1)?.results.length === 1
}

/**
 * The design that a link opens. Null for an unknown or ended link, and for one that rests. Reads two
 * rows.
 */
export async function findSharedDesign(
  db: D1Database,
  tokenHash: string,
): Promise<SharedDesign | null> {
  const row = await findRow(
    db
      .prepare(
        `select designs.id, links.id as linkId, designs.member_id as memberId, subject, choices, origin, ${settingsColumns}, expires_at as expiresAt,
         (select count(*) from answers where link_id = links.id) as answers
       from links join designs on designs.id = links.design_id and designs.member_id = links.member_id
       where token_hash = ? and expires_at > ? and deleted_at is null`,
      )
      .bind(tokenHash, isoDate()),
    SharedRow,
  )
  return row && { ...row, choices: readChoices(row.id, row.choices) }
}

const LinkRow = z.object({
  id: z.string(),
  memberId: z.string(),
  designId: z.string(),
  expiresAt: z.string(),
  state: State,
})
/** `isReportable`: whether a report is accepted. Nobody is left to report of an erased account. */
export type LinkOfAddress = z.infer<typeof LinkRow> & { isReportable: boolean }

/** The link of an address, in any state. */
export async function findLink(db: D1Database, tokenHash: string): Promise<LinkOfAddress | null> {
  const row = await findRow(
    db
      .prepare(
        `select links.id, links.member_id as memberId, links.design_id as designId,
           min(expires_at, coalesce(ended_at, expires_at)) as expiresAt, ${stateColumn}
         from ${withDesigns} where token_hash = ?`,
      )
      .bind(isoDate(), tokenHash),
    LinkRow,
  )
  if (!row) return null
  const reportableUntil = Date.parse(row.expiresAt) + linkStates[row.state].reportsFor
  return { ...row, isReportable: row.memberId !== '' && Date.now() < reportableUntil }
}

/**
 * Records when a page showed a link, once a minute at most. Does nothing for a link that does not
 * open.
 */
export async function recordOpening(db: D1Database, tokenHash: string): Promise<void> {
  const now = isoDate()
  const minute = `${now.slice(0, 16)}:00.000Z`
  await db
    .prepare(
      `update links set opened_at = ?1
       where token_hash = ?2 and expires_at > ?3 and (opened_at is null or opened_at < ?1)
         and design_id in (select id from designs where deleted_at is null)`,
    )
    .bind(minute, tokenHash, now)
    .run()
}

/** Ends the links whose time is over, and forgets those that nobody can still ask about. */
export async function sweepLinks(db: D1Database): Promise<void> {
  const now = isoDate()
  await sweepInPieces(async (limit) => {
    const select = `select id from links where ended_at is null and expires_at <= ? limit ${limit}`
    const results = await db.batch(endLinks(db, { select, values: [now] }))
    return results.at(-1)?.meta.changes ?? 0
  })
  await db
    .prepare(
      `update links set is_forgotten = 1
       where ended_at < ? and id not in (select link_id from reported_links)`,
    )
    .bind(isoDate(-endedAddressMemoryMs))
    .run()
  const forgotten = { table: 'links', key: 'id', condition: 'ended_at < ? and is_forgotten = 1' }
  await deleteInPieces(db, forgotten, isoDate(-endedAddressMemoryMs))
  // Of the version before.
  const old = { table: 'ended_links', key: 'id', condition: 'ended_at < ?' }
  await deleteInPieces(db, old, isoDate(-endedLinkLifetimeMs))
}
