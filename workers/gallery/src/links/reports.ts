import type { Report, Reports } from '@encre/worker/feature'
import { ownerKey } from '@encre/worker/member'
import { listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { signImageUrl } from '../image-url.ts'
import { settingsOf } from '../worker-settings.ts'

/** Stores a report of a link once per id. */
export async function createReport(
  db: D1Database,
  linkId: string,
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  await db
    .prepare(
      'insert into reports (id, link_id, text, created_at) values (?, ?, ?, ?) on conflict (id) do nothing',
    )
    .bind(id, linkId, text, now.toISOString())
    .run()
}

/**
 * The reported links, for the operators. Ending one deletes the link and its reports; the design
 * stays with its member.
 */
export const reportedLinks: Reports<Env> = { list: listReports, end: endReported }

const mostListed = 50

const ReportRow = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: z.string(),
  subject: z.string(),
  designId: z.string(),
  memberId: z.string(),
})

async function listReports(env: Env): Promise<Report[]> {
  const rows = await listRows(
    env.DB.prepare(
      `select reports.id, text, reports.created_at as createdAt, subject, designs.id as designId, designs.member_id as memberId
     from reports join links on links.id = link_id join designs on designs.id = design_id
     order by reports.created_at desc limit ?`,
    ).bind(mostListed),
    ReportRow,
  )
  return Promise.all(
    rows.map(async ({ designId, memberId, ...report }) => ({
      ...report,
      url: await signImageUrl(settingsOf(env), await ownerKey(memberId), designId),
    })),
  )
}

async function endReported({ DB }: Env, id: string): Promise<boolean> {
  const ended = DB.prepare(
    'delete from links where id = (select link_id from reports where id = ?) returning id',
  ).bind(id)
  return (await ended.first()) !== null
}
