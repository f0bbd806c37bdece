import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ExpectedError } from './run-command.ts'

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

/** Two starts that race for a port would migrate the same databases at the same time. A lock whose process has ended is taken over. */
export function lockDataFolder(dataFolder: string, otherwise = 'choose another port: PORT=8800 npm start'): () => void {
  const path = join(dataFolder, 'running.pid')
  const user = findUser(dataFolder)
  if (user) throw new ExpectedError(`Another start (process ${user}) uses ${dataFolder}. Stop it first, or ${otherwise}`)
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

export function recordDataFiles(dataFolder: string): void {
  writeFileSync(join(dataFolder, 'data-files.json'), `${JSON.stringify(listDatabaseFiles(dataFolder), null, 2)}\n`)
}

/** A site that starts without one of its databases or buckets fails in odd places. */
export function requireSoundData(dataFolder: string): void {
  const problems = [...findMissingFiles(dataFolder), ...listDatabaseFiles(dataFolder).flatMap((path) => findDamage(dataFolder, path))]
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
    if (Array.isArray(files)) return files.filter((file) => !existsSync(join(dataFolder, String(file)))).map((file) => `${file} is missing`)
  } catch {
    // The list was cut. The next start writes it again.
  }
  return []
}

function findDamage(dataFolder: string, path: string): string[] {
  try {
    using database = new DatabaseSync(join(dataFolder, path))
    const verdict = database.prepare('pragma quick_check(1)').get()?.quick_check
    if (verdict !== 'ok') return [`${path} is damaged: ${verdict}`]
    return path.includes('/r2/') ? findMissingObjects(dataFolder, path, database) : []
  } catch (error) {
    return [`${path} is damaged: ${error instanceof Error ? error.message : error}`]
  }
}

function findMissingObjects(dataFolder: string, path: string, database: DatabaseSync): string[] {
  const hasObjects = database.prepare("select 1 from sqlite_schema where name = '_mf_objects'").get()
  if (!hasObjects) return []
  const stored = new Set(globSync('v3/r2/*/blobs', { cwd: dataFolder }).flatMap((folder) => readdirSync(join(dataFolder, folder))))
  const objects = database.prepare('select key, blob_id as blob from _mf_objects where blob_id is not null').all()
  const missing = objects.filter(({ blob }) => !stored.has(String(blob)))
  return missing.length > 0 ? [`${missing.length} of ${objects.length} objects of ${path} are missing, such as ${missing[0]?.key}`] : []
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

/** Whether nobody needs the lock: it still names the ended `holder`, or it names nobody and is old. A rival start may have replaced it. */
function isAbandoned(path: string, holder: number): boolean {
  if (holder) return readPid(path) === holder
  const lock = statSync(path, { throwIfNoEntry: false })
  return lock !== undefined && Date.now() - lock.mtimeMs > lockWriteMs
}

/** Whether the process runs one of the npm scripts. After a power cut another program may have the same number. */
function isSite(pid: number): boolean {
  try {
    if (process.platform === 'win32') return process.kill(pid, 0)
    return /scripts\/(start|dev|test|screens|backup)/.test(execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }))
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
