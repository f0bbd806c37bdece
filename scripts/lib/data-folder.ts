import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type LocalBucket, listLocalBuckets } from './local-databases.ts'
import { ExpectedError, type Say } from './run-command.ts'

export const neededBytes = 100 * 1024 * 1024

/** Writing a lock takes less time than this. An older lock that is still empty was interrupted. */
export const lockWriteMs = 1000

export function prepareDataFolder(dataFolder: string, freeBytes?: number): void {
  try {
    mkdirSync(dataFolder, { recursive: true })
    writeFileSync(join(dataFolder, 'writable'), 'yes')
    rmSync(join(dataFolder, 'writable'))
  } catch (error) {
    throw new ExpectedError(
      `${dataFolder} cannot be written (${codeOf(error)}). Give yourself the right to write there, or free space on its disk.`,
    )
  }
  const free = freeBytes ?? readFreeBytes(dataFolder)
  if (free < neededBytes) {
    throw new ExpectedError(
      `The disk of ${dataFolder} is full: ${toMegabytes(free)} MB are left and a site needs ${toMegabytes(neededBytes)}. Free some space, then start again.`,
    )
  }
}

/**
 * Two starts that race for a port would migrate the same databases at the same time. A lock whose
 * process has ended is taken over.
 */
export function lockDataFolder(
  dataFolder: string,
  otherwise = 'choose another port: PORT=8800 npm start',
): () => void {
  const path = join(dataFolder, 'running.pid')
  const user = findUser(dataFolder)
  if (user)
    throw new ExpectedError(
      `Another start (process ${user}) uses ${dataFolder}. Stop it first, or ${otherwise}`,
    )
  if (isAbandoned(path, readPid(path))) rmSync(path, { force: true })
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new ExpectedError(`Another start uses ${dataFolder}. Stop it first, or ${otherwise}`)
  }
  return () => rmSync(path, { force: true })
}

export function findUser(dataFolder: string): number | null {
  const holder = readPid(join(dataFolder, 'running.pid'))
  return holder && isSite(holder) ? holder : null
}

/** The ports of the sites that run from the folders below `data`. */
export function listRunningPorts(data: string): string[] {
  return globSync('*/running.pid', { cwd: data })
    .map(dirname)
    .filter((port) => findUser(join(data, port)) !== null)
}

export function recordDataFiles(dataFolder: string): void {
  writeFileSync(
    join(dataFolder, 'data-files.json'),
    `${JSON.stringify(listDatabaseFiles(dataFolder), null, 2)}\n`,
  )
}

/** A site that starts without one of its databases or buckets fails in odd places. */
export function requireSoundData(dataFolder: string): void {
  const damage = [
    ...findMissingFiles(dataFolder),
    ...listDatabaseFiles(dataFolder).flatMap((path) => findDamage(dataFolder, path)),
  ]
  const problems = damage.length > 0 ? damage : findEmptyBuckets(dataFolder)
  if (problems.length === 0) return
  throw new ExpectedError(
    `The data in ${dataFolder} cannot be used:\n${problems.map((problem) => `  ${problem}\n`).join('')}` +
      'Put the files back from a copy, or delete the data of every local site: npm run reset',
  )
}

function findMissingFiles(dataFolder: string): string[] {
  const path = join(dataFolder, 'data-files.json')
  if (!existsSync(path)) return []
  try {
    const files: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Array.isArray(files))
      return files
        .filter((file) => !existsSync(join(dataFolder, String(file))))
        .map((file) => `${file} is missing`)
  } catch {
    // The list was cut. The next start writes it again.
  }
  return []
}

function findDamage(dataFolder: string, path: string): string[] {
  try {
    using database = new DatabaseSync(join(dataFolder, path))
    const verdict = database.prepare('pragma quick_check(1)').get()?.quick_check
    return verdict === 'ok' ? [] : [`${path} is damaged: ${verdict}`]
  } catch (error) {
    return [`${path} is damaged: ${error instanceof Error ? error.message : error}`]
  }
}

function findEmptyBuckets(dataFolder: string): string[] {
  const lost = listLocalBuckets().filter(
    (bucket) =>
      !existsSync(join(dataFolder, bucket.objects)) &&
      listObjects(dataFolder, bucket).missing.length > 0,
  )
  return lost.map(({ objects }) => `${objects} is missing`)
}

/** `npm start` publishes the builds of this tree into it, except for the files that it lists. */
const releases = 'encre-releases'

const mostNamed = 10

/**
 * A site works without single objects. Releases forget them, so that the start publishes them
 * again.
 */
export function nameMissingObjects(dataFolder: string, say: Say): void {
  for (const bucket of listLocalBuckets()) {
    const { count, missing } = listObjects(dataFolder, bucket)
    if (missing.length === 0) continue
    const names = missing.slice(0, mostNamed).map(({ key, blob }) => `  ${key} (file ${blob})\n`)
    const rest = missing.length > mostNamed ? `  and ${missing.length - mostNamed} more\n` : ''
    say(
      `Warning: ${missing.length} of ${count} objects of ${bucket.name} are missing:\n${names.join('')}${rest}${remedyOf(bucket)}`,
    )
    if (bucket.name === releases) forgetObjects(dataFolder, bucket, missing)
  }
}

function remedyOf({ name, objects }: LocalBucket): string {
  if (name === releases) return 'The start publishes those of the current builds again.'
  return `What needs them fails until the files are back in ${objects}.`
}

interface MissingObject {
  key: string
  blob: string
}

function listObjects(
  dataFolder: string,
  { database: path, objects }: LocalBucket,
): { count: number; missing: MissingObject[] } {
  if (!existsSync(join(dataFolder, path))) return { count: 0, missing: [] }
  using database = new DatabaseSync(join(dataFolder, path))
  const hasObjects = database
    .prepare("select 1 from sqlite_schema where name = '_mf_objects'")
    .get()
  const rows = hasObjects
    ? database
        .prepare('select key, blob_id as blob from _mf_objects where blob_id is not null')
        .all()
    : []
  const folder = join(dataFolder, objects)
  const stored = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const missing = rows
    .map(({ key, blob }) => ({ key: String(key), blob: String(blob) }))
    .filter(({ blob }) => !stored.has(blob))
  return { count: rows.length, missing }
}

function forgetObjects(
  dataFolder: string,
  { database: path }: LocalBucket,
  objects: MissingObject[],
): void {
  using database = new DatabaseSync(join(dataFolder, path))
  const forget = database.prepare('delete from _mf_objects where key = ?')
  for (const { key } of objects) {
    forget.run(key)
  }
}

function listDatabaseFiles(dataFolder: string): string[] {
  return globSync('v3/{d1,r2}/*/*.sqlite', { cwd: dataFolder })
    .filter((path) => basename(path) !== 'metadata.sqlite')
    .sort()
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function readPid(path: string): number {
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
}

/**
 * Whether nobody needs the lock: it still names the ended `holder`, or it names nobody and is old.
 * A rival start may have replaced it.
 */
function isAbandoned(path: string, holder: number): boolean {
  if (holder) return readPid(path) === holder
  const lock = statSync(path, { throwIfNoEntry: false })
  return lock !== undefined && Date.now() - lock.mtimeMs > lockWriteMs
}

/**
 * Whether the process runs one of the npm scripts. After a power cut another program may have the
 * same number.
 */
function isSite(pid: number): boolean {
  try {
    if (process.platform === 'win32') return process.kill(pid, 0)
    return /scripts\/(start|dev|test|screens|backup)/.test(
      execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }),
    )
  } catch {
    return false
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function toMegabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}
