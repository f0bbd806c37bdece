import { type Report, type Reports, reportsPerPage } from '@encre/worker/feature'
import { logError } from '@encre/worker/log'
import { type OwnerKey, ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { findRow, listRows, listValues, parseRows, selectColumns } from '@encre/worker/rows'
import { sha256 } from '@encre/worker/secrets'
import * as z from 'zod/mini'
import { heldImageKey } from '../designs-files.ts'
import { signImageUrl } from '../image-url.ts'
import { reportHoldMs, reportLifetimeMs } from '../lifetimes.ts'
import { settingsOf } from '../worker-settings.ts'
import { endLinks, type LinkOfAddress } from './links-store.ts'
import { findHeldPixels, findPixels, findSamePictures, getPicture } from './stopped-pictures.ts'

// A report of a link, from the form on its page (`link-pages.ts`) to the operator's decision
// (`shell/worker/insight/reports.ts`, shown by `shell/src/status/reports-section.tsx`). Whether
// the same picture is stopped under another design: `stopped-pictures.ts`.

const Reported = z.object({
  number: z.number(),
  fingerprint: z.nullable(z.string()),
})

/**
 * Stores a report of a link once per id, and holds a copy of the picture with the first one.
 * Resolves to the number that the person who reports is given: the link's. After a decision
 * `dismissed` the link waits for another one.
 */
export async function createReport(
  env: Env,
  { id: linkId, designId, memberId }: LinkOfAddress,
  { id, text }: { id: string; text: string },
): Promise<number> {
  const owner = await ownerKey(memberId)
  const now = isoDate()
  const [, , , stored] = await env.DB.batch([
    // The hold is written before the copy, so that the sweep finds each copy.
    env.DB.prepare(
      `insert into reported_links (link_id, design_id, owner_key, held_until) values (?, ?, ?, ?)
       on conflict (link_id) do update set held_until = coalesce(held_until, excluded.held_until)
       where fingerprint is null`,
    ).bind(linkId, designId, owner, isoDate(reportHoldMs)),
    env.DB.prepare(
      'insert into reports (id, link_id, text, created_at) values (?, ?, ?, ?) on conflict (id) do nothing',
    ).bind(id, linkId, text, now),
    env.DB.prepare(
      `update reported_links set reopened_at = ?
       where link_id = ? and decision = 'dismissed'
         and exists (select 1 from reports where id = ? and created_at >= decided_at)`,
    ).bind(now, linkId, id),
    env.DB.prepare('select number, fingerprint from reported_links where link_id = ?').bind(linkId),
  ])
  const [reported] = parseRows(stored, Reported)
  if (!reported) throw new Error(`the report of link ${linkId} was not stored`)
  // A report without a picture is worth more than none. The next report tries again.
  if (reported.fingerprint === null) {
    await holdPicture(env, { owner, designId, linkId }).catch((error: unknown) =>
      logError(error, { event: 'report hold', linkId }),
    )
  }
  return reported.number
}

async function holdPicture(
  env: Env,
  { owner, designId, linkId }: { owner: OwnerKey; designId: string; linkId: string },
): Promise<void> {
  const { DB, IMAGES } = env
  // A link that rests has the picture of a deleted design.
  const object = await getPicture(env, owner, designId)
  if (!object) return
  const bytes = await object.arrayBuffer()
  const fingerprint = (await sha256(bytes)).toHex()
  await IMAGES.put(heldImageKey(linkId), bytes, {
    ...(object.httpMetadata && { httpMetadata: object.httpMetadata }),
  })
  await DB.prepare('update reported_links set fingerprint = ? where link_id = ?')
    .bind(fingerprint, linkId)
    .run()
}

/** The decision on a reported link, as the person who reported it reads it. */
const Decision = z.object({
  id: z.string(),
  number: z.number(),
  createdAt: z.string(),
  decision: z.nullable(z.enum(['stopped', 'dismissed'])),
  decidedAt: z.nullable(z.string()),
})
export type ReportDecision = z.infer<typeof Decision>

/**
 * Null for ids that no report has, or that is forgotten. A report that arrived after a decision
 * `dismissed` waits for its own.
 */
export async function findDecision(
  db: D1Database,
  ...ids: string[]
): Promise<ReportDecision | null> {
  return findRow(
    db
      .prepare(
        `select id, number, created_at as createdAt, decided_at as decidedAt,
           iif(decision = 'dismissed' and created_at > decided_at, null, decision) as decision
         from reports join reported_links on reported_links.link_id = reports.link_id
         where id in (select value from json_each(?))`,
      )
      .bind(JSON.stringify(ids)),
    Decision,
  )
}

/** The reported links that wait for a decision, for the operators. */
export const reportedLinks: Reports<Env> = { list: listReports, decide: decideReport }

/** As the index has it. `reopened_at`: see `createReport` and the trigger `designs_reopen_reports`. */
const isWaiting = '(decision is null or reopened_at is not null)'

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
       where ${isWaiting}
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

const DecidedRow = z.object({
  linkId: z.string(),
  designId: z.string(),
  ownerKey: z.custom<OwnerKey>((value) => typeof value === 'string'),
  pixels: z.nullable(z.string()),
})

/**
 * Decides on all reported links of a design. `stopped` ends the sharing of its picture: the links of
 * every design of its member that shows it, and those that the member would create. The designs stay
 * with their member, who reads `reason`. False if there is no such report, or if it is decided
 * already.
 */
async function decideReport(
  env: Env,
  id: string,
  decision: 'stopped' | 'dismissed',
  reason: string | null,
): Promise<boolean> {
  const { DB } = env
  const reported = await findRow(
    DB.prepare(
      `select ${selectColumns(DecidedRow)} from reported_links
       where link_id = (select link_id from reports where id = ?) and ${isWaiting}`,
    ).bind(id),
    DecidedRow,
  )
  if (!reported) return false
  const stopped = decision === 'stopped' ? await findStopped(env, reported) : null
  const results = await DB.batch([
    ...(stopped ? stopSharing(DB, stopped.designIds, reason ?? '') : []),
    DB.prepare(
      `update reported_links
       set decision = ?, decided_at = ?, reason = ?, pixels = coalesce(?, pixels), reopened_at = null
       where design_id = ? and ${decision === 'stopped' ? "decision is not 'stopped'" : isWaiting}
       returning number`,
    ).bind(decision, isoDate(), reason, stopped?.pixels ?? null, reported.designId),
  ])
  return (results.at(-1)?.results.length ?? 0) > 0
}

/** Before anything is written: while pictures cannot be compared, the operator tries again. */
async function findStopped(
  env: Env,
  { linkId, designId, ownerKey: owner, ...reported }: z.infer<typeof DecidedRow>,
): Promise<{ designIds: string[]; pixels: string | null }> {
  const pixels =
    reported.pixels ??
    (await findPixels(env, owner, designId)) ??
    (await findHeldPixels(env, linkId))
  const same = pixels === null ? [] : await findSamePictures(env, { linkId, owner, pixels })
  return { designIds: [...new Set([designId, ...same])], pixels }
}

function stopSharing(db: D1Database, designIds: string[], reason: string): D1PreparedStatement[] {
  const ids = JSON.stringify(designIds)
  const links = {
    select: 'select id from links where design_id in (select value from json_each(?))',
    values: [ids],
  }
  return [
    db
      .prepare(
        `update designs set sharing_stopped_at = ?, sharing_stopped_reason = ?
         where id in (select value from json_each(?))`,
      )
      .bind(isoDate(), reason, ids),
    ...endLinks(db, links),
  ]
}

const StoppedRow = z.omit(DecidedRow, { pixels: true })

/** The version before stopped designs without a hash of their picture. '' for one that is gone. */
async function hashStopped(env: Env): Promise<void> {
  const rows = await listRows(
    env.DB.prepare(
      `select ${selectColumns(StoppedRow)} from reported_links
       where decision = 'stopped' and pixels is null limit ?`,
    ).bind(hashedPerSweep),
    StoppedRow,
  )
  for (const row of rows) {
    await hashOne(env, row).catch((error: unknown) => logError(error, { linkId: row.linkId }))
  }
}

async function hashOne(
  env: Env,
  { linkId, designId, ownerKey: owner }: z.infer<typeof StoppedRow>,
): Promise<void> {
  const pixels = (await findPixels(env, owner, designId)) ?? (await findHeldPixels(env, linkId))
  await env.DB.prepare('update reported_links set pixels = ? where link_id = ?')
    .bind(pixels ?? '', linkId)
    .run()
}

const hashedPerSweep = 5
const heldPerSweep = 100

/** Deletes the copies and the records whose time is over. */
export async function sweepReports(env: Env): Promise<void> {
  const { DB, IMAGES } = env
  const over = await listValues(
    DB.prepare(
      'select link_id from reported_links where held_until < ? order by held_until limit ?',
    ).bind(isoDate(), heldPerSweep),
    z.string(),
  )
  await hashStopped(env)
  // The copies first: the next sweep finds a record without its copy, not the reverse.
  if (over.length > 0) await IMAGES.delete(over.map(heldImageKey))
  await DB.batch([
    ...over.map((linkId) =>
      DB.prepare('update reported_links set held_until = null where link_id = ?').bind(linkId),
    ),
    DB.prepare('delete from reports where created_at < ?').bind(isoDate(-reportLifetimeMs)),
    DB.prepare(
      `delete from reported_links
       where held_until is null and link_id not in (select link_id from reports)`,
    ),
  ])
}
