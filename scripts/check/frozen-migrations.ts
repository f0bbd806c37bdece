import { hash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Beside the migrations: the SHA-256 of each, as `sha256sum` writes them. Lines are added and never
 * changed.
 */
const listName = 'frozen.sha256'

/**
 * Says which migrations are not as listed. A database runs each name once, so an edit would reach
 * only new databases.
 */
export function findChangedMigrations(root: string): string[] {
  return globSync('{shell,workers/*}/migrations', { cwd: root })
    .sort()
    .flatMap((folder) => findChangesIn(root, folder))
}

function findChangesIn(root: string, folder: string): string[] {
  const listed = readList(join(root, folder, listName))
  const found = globSync('*.sql', { cwd: join(root, folder) }).sort()
  const missing = [...listed.keys()].filter((name) => !found.includes(name))
  const edited = found.filter(
    (name) => listed.has(name) && listed.get(name) !== hashOf(join(root, folder, name)),
  )
  const unlisted = found.filter((name) => !listed.has(name))
  return [
    ...missing.map((name) => `${folder}/${name} is missing, and databases name it: put it back`),
    ...edited.map(
      (name) =>
        `${folder}/${name} was edited, and databases do not run it again: put it back, and write a new migration`,
    ),
    ...unlisted.map(
      (name) =>
        `${folder}/${name} is new: add this line to ${folder}/${listName}\n${lineOf(join(root, folder, name))}`,
    ),
  ]
}

/** Freezes a migration. Returns the path of its list. */
export function listMigration(root: string, path: string): string {
  const list = join(dirname(path), listName)
  appendFileSync(join(root, list), `${lineOf(join(root, path))}\n`)
  return list
}

function readList(path: string): Map<string, string> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
  return new Map(
    lines.map((line) => {
      const [hash = '', name = ''] = line.split('  ')
      return [name, hash]
    }),
  )
}

function lineOf(path: string): string {
  return `${hashOf(path)}  ${basename(path)}`
}

function hashOf(path: string): string {
  return hash('sha256', readFileSync(path))
}
