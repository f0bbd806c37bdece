import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import {
  findUser,
  lockDataFolder,
  nameMissingObjects,
  neededBytes,
  prepareDataFolder,
  recordDataFiles,
  requireSoundData,
} from './data-folder.ts'
import { type LocalBucket, listLocalBuckets } from './local-databases.ts'
import { createFolder, writeIn } from './testing/scratch-folder.ts'

const databasePath = 'v3/d1/miniflare-D1DatabaseObject/0a.sqlite'

const images = findBucket('encre-images')
const releases = findBucket('encre-releases')

let folder: string
beforeEach(() => {
  folder = createFolder({ [join(images.objects, 'blob-a')]: 'png' })
  createDatabase(
    databasePath,
    "create table designs (id text, words text); insert into designs values ('a', printf('%.*c', 20000, 'x'))",
  )
  createBucket(images, "insert into _mf_objects values ('designs/a.png', 'blob-a')")
  recordDataFiles(folder)
})

it('accepts sound data, and a site from before its files were recorded', () => {
  requireSoundData(folder)
  rmSync(join(folder, 'data-files.json'))
  requireSoundData(folder)
  requireSoundData(join(folder, 'new'))
})

it.each([
  {
    name: 'a missing database',
    damage: () => rmSync(join(folder, databasePath)),
    sentence: `${databasePath} is missing`,
  },
  {
    name: 'a cut database',
    damage: () => truncateSync(join(folder, databasePath), 9000),
    sentence: `${databasePath} is damaged`,
  },
  {
    name: 'a database with a damaged page',
    damage: () => overwritePage(databasePath, 1),
    sentence: `${databasePath} is damaged: `,
  },
  {
    name: 'a database that is none',
    damage: () => writeIn(folder, databasePath, 'not a database at all '.repeat(99)),
    sentence: `${databasePath} is damaged`,
  },
  {
    name: 'a bucket without its objects',
    damage: () => rmSync(join(folder, images.objects), { recursive: true }),
    sentence: `${images.objects} is missing`,
  },
])('names $name and what to do', ({ damage, sentence }) => {
  damage()
  expect(() => requireSoundData(folder)).toThrow(sentence)
  expect(() => requireSoundData(folder)).toThrow('npm run reset')
})

it('names missing objects of a bucket, the first ten, and accepts the data', () => {
  using bucket = new DatabaseSync(join(folder, images.database))
  bucket.exec(`
    with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 3000)
    insert into _mf_objects select 'designs/' || n, 'blob-a' from numbers
  `)
  expect(sayMissing()).toEqual([])
  bucket.exec("insert into _mf_objects values ('designs/lost.png', 'blob-lost')")
  requireSoundData(folder)
  expect(sayMissing()).toEqual([
    'Warning: 1 of 3001 objects of encre-images are missing:\n  designs/lost.png (file blob-lost)\n' +
      `What needs them fails until the files are back in ${images.objects}.`,
  ])

  bucket.exec(
    "update _mf_objects set blob_id = 'blob-too' where key in (select key from _mf_objects limit 11)",
  )
  expect(sayMissing()).toEqual([
    expect.stringMatching(
      /: 12 of 3001 objects (.|\n)* {2}designs\/10 \(file blob-too\)\n {2}and 2 more\n/,
    ),
  ])
})

it('forgets missing objects of releases, so that the start publishes them again', () => {
  writeIn(folder, join(releases.objects, 'blob-page'))
  createBucket(
    releases,
    "insert into _mf_objects values ('page.js', 'blob-page'), ('lost.js', 'blob-lost')",
  )
  expect(sayMissing()).toEqual([
    'Warning: 1 of 2 objects of encre-releases are missing:\n  lost.js (file blob-lost)\n' +
      'The start publishes those of the current builds again.',
  ])
  using bucket = new DatabaseSync(join(folder, releases.database))
  expect(bucket.prepare('select key from _mf_objects').all()).toEqual([{ key: 'page.js' }])
})

it('lets one start use a folder, until it ends', () => {
  const unlock = lockDataFolder(folder)
  // The lock names a process that runs another program, as after a power cut: it is taken over.
  expect(findUser(folder)).toBeNull()
  lockDataFolder(folder)
  expect(readFileSync(join(folder, 'running.pid'), 'utf8')).toBe(String(process.pid))
  unlock()
  lockDataFolder(folder)()
})

it('refuses a folder that another start uses, and takes it over when that start has ended', async () => {
  // The words of its command make it a start.
  const other = spawn(process.execPath, [
    '-e',
    "setInterval(() => {}, 1000); console.log('ready')",
    'scripts/start.ts',
  ])
  try {
    await once(other.stdout, 'data')
    writeIn(folder, 'running.pid', String(other.pid))
    expect(findUser(folder)).toBe(other.pid)
    expect(() => lockDataFolder(folder)).toThrow(
      `Another start (process ${other.pid}) uses ${folder}. Stop it first, or choose another port: PORT=8800 npm start`,
    )
    expect(readFileSync(join(folder, 'running.pid'), 'utf8')).toBe(String(other.pid))
  } finally {
    other.kill()
    await once(other, 'exit')
  }
  lockDataFolder(folder)()
})

it('refuses a folder that cannot be written, or whose disk is full, with the remedy', () => {
  writeIn(folder, 'file')
  expect(() => prepareDataFolder(join(folder, 'file/below'))).toThrow(
    /file\/below cannot be written \(ENOTDIR\)\. Give yourself the right/,
  )
  expect(() => prepareDataFolder(folder, neededBytes - 1)).toThrow(
    /is full: 99 MB are left and a site needs 100\. Free some space/,
  )
  prepareDataFolder(folder, neededBytes)
})

function findBucket(name: string): LocalBucket {
  const bucket = listLocalBuckets().find((one) => one.name === name)
  if (!bucket) throw new Error(`no worker has the bucket ${name}`)
  return bucket
}

function createBucket({ database }: LocalBucket, rows: string): void {
  createDatabase(database, `create table _mf_objects (key text, blob_id text); ${rows}`)
}

function sayMissing(): string[] {
  const said: string[] = []
  nameMissingObjects(folder, (sentence) => said.push(sentence))
  return said
}

function createDatabase(path: string, sql: string): void {
  writeIn(folder, path)
  const database = new DatabaseSync(join(folder, path))
  database.exec(sql)
  database.close()
}

/** Overwrites the header of a page. SQLite still opens the file. */
function overwritePage(path: string, page: number): void {
  const bytes = readFileSync(join(folder, path))
  bytes.fill(0xff, page * 4096, page * 4096 + 100)
  writeFileSync(join(folder, path), bytes)
}
