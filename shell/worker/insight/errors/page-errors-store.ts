import { redact } from '@encre/protocol/redact'
import { uuid } from '@encre/protocol/repeat-key'
import { InsightError, shellName } from '@encre/releases/insight'
import type { ErrorReport } from '@encre/releases/registry'
import { dayMs, isoDate } from '@encre/worker/moment'
import { findValue, hasRow, listRows, listValues, selectColumns } from '@encre/worker/rows'
import { hashToken } from '@encre/worker/secrets'
import * as z from 'zod/mini'
import { findRoute } from '../find-route.ts'

/**
 * New kinds of errors that are stored in one UTC day. Anyone can report errors: the table must not
 * grow without end.
 */
export const newErrorsPerDay = 200

const messageLength = 300
const stackLength = 3000

/** The folder of a remote's version. In a stack it names the version whose code threw. */
const remoteFolder = /\/remotes\/([a-z][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)\//

/** Counts an error. Errors with the same version, message and place are one kind. */
export async function recordPageError(env: Env, report: ErrorReport): Promise<void> {
  const named = findNamedVersion(report.stack ?? '')
  const { route } = await findRoute(env, report.path)
  const message = toKind(report.message).slice(0, messageLength)
  const stack = toKind(report.stack ?? '').slice(0, stackLength)
  const known = await findVersion(env.DB, named, report.openedWith)
  const id = await createId([known.remote, known.version, message, placeOf(stack)])
  const suspects = await findSuspects(env.DB, known, report.earlier ?? [])
  const now = isoDate()
  await env.DB.prepare(
    `insert into page_errors (id, remote, version, route, message, stack, composition, count, first_at, last_at, suspects, suspected)
     select ?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?8, ?11, ?11 <> ''
     where exists (select 1 from page_errors where id = ?1) or (select count(*) from page_errors where first_at >= ?9) < ?10
     on conflict (id) do update set count = count + 1, last_at = excluded.last_at,
       suspects = iif(excluded.suspects = '', suspects, excluded.suspects),
       suspected = iif(excluded.suspects in ('', suspects), suspected, 0) + excluded.suspected`,
  )
    .bind(
      id,
      known.remote,
      known.version,
      route,
      message,
      stack,
      report.composition,
      now,
      now.slice(0, 10),
      newErrorsPerDay,
      suspects,
    )
    .run()
}

interface NamedVersion {
  remote: string
  version: string
}

function findNamedVersion(stack: string): NamedVersion | null {
  const [, remote, version] = remoteFolder.exec(stack) ?? []
  return remote && version ? { remote, version } : null
}

/**
 * The named version of a remote if it exists, else the shell's of the page manifest. A report can
 * name anything.
 */
async function findVersion(
  db: D1Database,
  named: NamedVersion | null,
  composition: string,
): Promise<NamedVersion> {
  const [isRelease, shell] = await Promise.all([
    named !== null && hasRelease(db, named),
    findShellVersion(db, composition),
  ])
  if (named && isRelease) return named
  return { remote: shellName, version: shell ?? 'unknown' }
}

async function hasRelease(db: D1Database, { remote, version }: NamedVersion): Promise<boolean> {
  const select = db.prepare('select 1 from releases where remote = ? and version = ?')
  return hasRow(select.bind(remote, version))
}

/** A version counts as new while it is a canary, and for a day after each change in its favour. */

/**
 * The new versions among those that the page had mounted, without the one that the error is
 * recorded under: it may have broken what they share.
 */
async function findSuspects(
  db: D1Database,
  { remote, version }: NamedVersion,
  earlier: string[],
): Promise<string> {
  const select = db.prepare(
    `select value from json_each(?1)
     where value <> ?2 and (
       exists (select 1 from channels where remote || ' ' || canary = value)
       or exists (select 1 from history where action in ('promote', 'canary') and at >= ?3 and remote || ' ' || version = value)
     )`,
  )
  const since = isoDate(-dayMs)
  const names = await listValues(
    select.bind(JSON.stringify(earlier), `${remote} ${version}`, since),
    z.string(),
  )
  return names.join(', ')
}

async function findShellVersion(db: D1Database, composition: string): Promise<string | null> {
  const select = db.prepare("select json_extract(body, '$.shell') from compositions where id = ?")
  return findValue(select.bind(composition), z.nullable(z.string()))
}

function placeOf(stack: string): string {
  return stack.split('\n').find((line) => /:\d+:\d+\)?$/.test(line)) ?? ''
}

async function createId(parts: string[]): Promise<string> {
  return (await hashToken(JSON.stringify(parts))).slice(0, 16)
}

/** A kind of error as it is stored. `stack` names built files. */
const PageError = z.omit(InsightError, { isReadable: true })
type PageError = z.infer<typeof PageError>

export function listPageErrors(
  db: D1Database,
  date: string,
  remote: string | null,
): Promise<PageError[]> {
  const select = db.prepare(
    `select ${selectColumns(PageError)}
     from page_errors where last_at >= ?1 and (?2 is null or remote = ?2) order by count desc, last_at desc limit 50`,
  )
  return listRows(select.bind(date, remote), PageError)
}

const hostOfAddress = /\b[a-z][a-z+.-]*:\/\/[^\s/'")]+/gi
const queryOfAddress = /\?[^\s:)'"]*/g

/**
 * Removes everything that identifies a person or makes a report unique: ids, and the host and query
 * of addresses.
 */
function toKind(text: string): string {
  return redact(text)
    .replace(hostOfAddress, '')
    .replace(queryOfAddress, '')
    .replace(new RegExp(`\\b${uuid}\\b`, 'gi'), '<id>')
}
