import { shellName } from '@encre/protocol/insight'
import type { ErrorReport } from '@encre/protocol/registry'
import { redact } from '@encre/worker/log'
import { findRoute } from '../find-route.ts'

/** New kinds of errors that are stored in one UTC day. Anyone can report errors: the table must not grow without end. */
export const newErrorsPerDay = 200

const messageLength = 300
const stackLength = 3000

/** The folder of a remote's version. In a stack it names the version whose code threw. */
const remoteFolder = /\/remotes\/([a-z][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)\//

/** Counts an error. Errors with the same version, message and place are one kind. */
export async function recordPageError(env: Env, report: ErrorReport): Promise<void> {
  const [, remote = shellName, version] = remoteFolder.exec(report.stack ?? '') ?? []
  const { route } = await findRoute(env, report.path)
  const message = toKind(report.message).slice(0, messageLength)
  const stack = toKind(report.stack ?? '').slice(0, stackLength)
  const known = await findVersion(env.DB, { remote, version, composition: report.openedWith })
  const id = await createId([known.remote, known.version, message, placeOf(stack)])
  const now = new Date().toISOString()
  await env.DB.prepare(
    `insert into page_errors (id, remote, version, route, message, stack, composition, count, first_at, last_at)
     select ?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?8
     where exists (select 1 from page_errors where id = ?1) or (select count(*) from page_errors where first_at >= ?9) < ?10
     on conflict (id) do update set count = count + 1, last_at = excluded.last_at`,
  )
    .bind(id, known.remote, known.version, route, message, stack, report.composition, now, now.slice(0, 10), newErrorsPerDay)
    .run()
}

/** The named version of a remote if it exists, else the shell's of the page manifest. A report can name anything. */
async function findVersion(
  db: D1Database,
  { remote, version, composition }: { remote: string; version: string | undefined; composition: string },
): Promise<{ remote: string; version: string }> {
  const [release, shell] = await Promise.all([
    db
      .prepare('select 1 from releases where remote = ? and version = ?')
      .bind(remote, version ?? '')
      .first(),
    db
      .prepare("select json_extract(body, '$.shell') as version from compositions where id = ?")
      .bind(composition)
      .first<{ version: string }>(),
  ])
  return release && version ? { remote, version } : { remote: shellName, version: shell?.version ?? 'unknown' }
}

function placeOf(stack: string): string {
  return stack.split('\n').find((line) => /:\d+:\d+\)?$/.test(line)) ?? ''
}

async function createId(parts: string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)))
  return new Uint8Array(digest, 0, 8).toHex()
}

/** A kind of error as it is stored. `stack` names built files. */
interface PageError {
  id: string
  remote: string
  version: string
  route: string
  message: string
  stack: string
  composition: string
  count: number
  firstAt: string
  lastAt: string
}

export async function listPageErrors(db: D1Database, date: Date, remote: string | null): Promise<PageError[]> {
  const { results } = await db
    .prepare(
      `select id, remote, version, route, message, stack, composition, count, first_at as firstAt, last_at as lastAt
       from page_errors where last_at >= ?1 and (?2 is null or remote = ?2) order by count desc, last_at desc limit 50`,
    )
    .bind(date.toISOString(), remote)
    .all<PageError>()
  return results
}

/** Removes everything that identifies a person or makes a report unique: ids, and the host and query of addresses. */
function toKind(text: string): string {
  return redact(text)
    .replace(/\b[a-z][a-z+.-]*:\/\/[^\s/'")]+/gi, '')
    .replace(/\?[^\s:)'"]*/g, '')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
}
