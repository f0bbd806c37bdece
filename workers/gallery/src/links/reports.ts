import { type Report, type Reports, reportsPerPage } from '@encre/worker/feature'
import { logError } from '@encre/worker/log'
import { type OwnerKey, ownerKey } from '@encre/worker/member'
import { findRow, listRows, parseRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { heldImageKey, imageKey } from '../designs-files.ts'
import { signImageUrl } from '../image-url.ts'
import { reportHoldMs, reportLifetimeMs } from '../lifetimes.ts'
import { settingsOf } from '../worker-settings.ts'
import type { SharedDesign } from './links-store.ts'

const Reported = z.object({ number: z.number(), fingerprint: z.nullable(z.string()) })

/**
 * Stores a report of a link once per id, and holds a copy of the picture with the first one.
 * Resolves to the number that the person who reports is given: the link's.
 */
export async function createReport(
  env: Env,
  { id: designId, linkId, memberId }: SharedDesign,
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<number> {
  const owner = await ownerKey(memberId)
  const heldUntil = new Date(now.getTime() + reportHoldMs).toISOString()
  const [, , stored] = await env.DB.batch([
    // The hold is written before the copy, so that the sweep finds each copy.
    env.DB.prepare(
      `insert into reported_links (link_id, design_id, owner_key, held_until) values (?, ?, ?, ?)
       on conflict (link_id) do update set held_until = coalesce(held_until, excluded.held_until)
       where fingerprint is null`,
    ).bind(linkId, designId, owner, heldUntil),
    env.DB.prepare(
      'insert into reports (id, link_id, text, created_at) values (?, ?, ?, ?) on conflict (id) do nothing',
    ).bind(id, linkId, text, now.toISOString()),
    env.DB.prepare('select number, fingerprint from reported_links where link_id = ?').bind(linkId),
  ])
  const [reported] = parseRows(stored, Reported)
  if (!reported) throw new Error(`the report of link ${linkId} was not stored`)
  // A report without a picture is worth more than none. The next report tries again.
  if (reported.fingerprint === null) {
    await holdPicture(env, imageKey(owner, designId), linkId).catch((error: unknown) =>
      logError(error, { event: 'report hold', linkId }),
    )
  }
  return reported.number
}

async function holdPicture({ DB, IMAGES }: Env, key: string, linkId: string): Promise<void> {
  const object = await IMAGES.get(key)
  if (!object) return
  const bytes = await object.arrayBuffer()
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  await IMAGES.put(heldImageKey(linkId), bytes, {
    ...(object.httpMetadata && { httpMetadata: object.httpMetadata }),
  })
  await DB.prepare('update reported_links set fingerprint = ? where link_id = ?')
    .bind(new Uint8Array(digest).toHex(), linkId)
    .run()
}

/** The decision on a reported link, as the person who reported it reads it. */
const Decision = z.object({
  number: z.number(),
  createdAt: z.string(),
  decision: z.nullable(z.enum(['stopped', 'dismissed'])),
  decidedAt: z.nullable(z.string()),
})
export type ReportDecision = z.infer<typeof Decision>

/** Null for an id that no report has, or that is forgotten. */
export async function findDecision(db: D1Database, id: string): Promise<ReportDecision | null> {
  return findRow(
    db
      .prepare(
        `select number, created_at as createdAt, decision, decided_at as decidedAt
         from reports join reported_links on reported_links.link_id = reports.link_id
         where id = ?`,
      )
      .bind(id),
    Decision,
  )
}

/** The reported links that wait for a decision, for the operators. */
export const reportedLinks: Reports<Env> = { list: listReports, decide: decideReport }

const ReportRow = z.object({
  id: z.string(),
  number: z.number(),
  text: z.string(),
  createdAt: z.string(),
  count: z.number(),
  subject: z.nullable(z.string()),
  linkId: z.string(),
  designId: z.string(),
  ownerKey: z.custom<OwnerKey>((value) => typeof value === 'string'),
  heldUntil: z.nullable(z.string()),
})

/** One row per link, with its newest report; those of one member follow each other. */
async function listReports(env: Env, page: number): Promise<Report[]> {
  const rows = await listRows(
    env.DB.prepare(
      `select reports.id, reported_links.number as number, text, max(reports.created_at) as createdAt, count(*) as count, subject,
         reported_links.link_id as linkId, reported_links.design_id as designId, owner_key as ownerKey, held_until as heldUntil
       from reported_links join reports on reports.link_id = reported_links.link_id
         left join designs on designs.id = reported_links.design_id
       where decision is null
       group by reported_links.link_id
       order by owner_key, reported_links.number limit ? offset ?`,
    ).bind(reportsPerPage + 1, reportsPerPage * page),
    ReportRow,
  )
  return Promise.all(
    rows.map(async ({ linkId, designId, ownerKey, heldUntil, subject, ...report }) => ({
      ...report,
      subject: subject ?? '',
      member: ownerKey.slice(0, 8),
      url: heldUntil
        ? await signImageUrl(settingsOf(env), ownerKey, linkId, { folder: 'held' })
        : await signImageUrl(settingsOf(env), ownerKey, designId),
    })),
  )
}

/**
 * Decides on all reported links of a design. `stopped` ends the sharing of the design: its links,
 * and those that its member would create. The design stays with its member. False if there is no
 * such report, or if it is decided already.
 */
async function decideReport(
  { DB }: Env,
  id: string,
  decision: 'stopped' | 'dismissed',
): Promise<boolean> {
  const now = new Date().toISOString()
  const ofReport = `select design_id from reported_links
    where link_id = (select link_id from reports where id = ?1) and decision is null`
  const stops =
    decision === 'stopped'
      ? [
          DB.prepare(`update designs set sharing_stopped_at = ?2 where id = (${ofReport})`).bind(
            id,
            now,
          ),
          DB.prepare(`delete from links where design_id = (${ofReport})`).bind(id),
        ]
      : []
  const results = await DB.batch([
    ...stops,
    DB.prepare(
      `update reported_links set decision = ?2, decided_at = ?3
       where decision is null and design_id = (${ofReport}) returning number`,
    ).bind(id, decision, now),
  ])
  return (results.at(-1)?.results.length ?? 0) > 0
}

const heldPerSweep = 100

/** Deletes the copies and the records whose time is over. */
export async function sweepReports({ DB, IMAGES }: Env, now: Date): Promise<void> {
  const over = await listRows(
    DB.prepare(
      'select link_id as linkId from reported_links where held_until < ? order by held_until limit ?',
    ).bind(now.toISOString(), heldPerSweep),
    z.object({ linkId: z.string() }),
  )
  // The copies first: the next sweep finds a record without its copy, not the reverse.
  if (over.length > 0) await IMAGES.delete(over.map(({ linkId }) => heldImageKey(linkId)))
  const forgotten = new Date(now.getTime() - reportLifetimeMs).toISOString()
  await DB.batch([
    ...over.map(({ linkId }) =>
      DB.prepare('update reported_links set held_until = null where link_id = ?').bind(linkId),
    ),
    DB.prepare('delete from reports where created_at < ?').bind(forgotten),
    DB.prepare(
      `delete from reported_links
       where held_until is null and link_id not in (select link_id from reports)`,
    ),
  ])
}
