import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { DeletedDesigns } from '../../../workers/gallery/src/contract.ts'
import { buildSite } from '../../lib/build.ts'
import { freePortPair } from '../../lib/new-site.ts'
import { startSite } from '../../lib/site.ts'
import { createFolder } from '../../lib/testing/scratch-folder.ts'
import { account, type KeptSite, readSite } from './member.ts'
import { signIn } from './session.ts'

const names = globSync('*.zip', { cwd: import.meta.dirname }).map((path) => basename(path, '.zip'))

beforeAll(() => buildSite())

it.concurrent.for(names)(
  'starts without a lost file on the data of %s, and shows its member what they saw',
  async (name, { signal, onTestFinished }) => {
    const { writtenAt, addresses, seen }: KeptSite = JSON.parse(readKept(`${name}.json`).toString())
    const dataFolder = unpack(name)
    const seconds = Math.floor((Date.now() - Date.parse(writtenAt)) / 1000)
    moveDates(dataFolder, seconds)
    const reference = loseReference(dataFolder)

    const said: string[] = []
    const say = (sentence: string) => said.push(sentence)
    const port = await freePortPair()
    const site = await startSite({ port, dataFolder, say, environment: {}, signal })
    onTestFinished(site.stop)
    expect(said.join('\n')).toContain('1 of 1 objects of encre-references are missing:\n  owners/')
    expect(said.join('\n')).toContain(`(file ${reference})`)
    const session = await signIn(site.origin, account)
    expect(await readSite(session, addresses)).toMatchObject(movedDates(seen, seconds))

    const deleted = DeletedDesigns.parse(await session.read('/api/gallery/deleted-designs'))
    const ids = deleted.designs.map(({ id }) => id)
    const restored = await session.send('POST', '/api/gallery/deleted-designs/restore', { ids })
    expect(restored).toEqual({ done: ids, failed: [] })
  },
)

function readKept(file: string): Buffer {
  return readFileSync(join(import.meta.dirname, file))
}

function unpack(name: string): string {
  const folder = createFolder()
  for (const [path, bytes] of Object.entries(unzipSync(readKept(`${name}.zip`)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

/** Links and deleted designs expire. Makes everything as old as when the folder was written. */
function moveDates(dataFolder: string, seconds: number): void {
  for (const path of globSync('v3/d1/*/*.sqlite', { cwd: dataFolder })) {
    using database = new DatabaseSync(join(dataFolder, path))
    const columns = database
      .prepare(
        `select tables.name as "table", columns.name as "column"
         from sqlite_schema as tables join pragma_table_info(tables.name) as columns
         where tables.type = 'table' and columns.type = 'TEXT'`,
      )
      .all()
    for (const { table, column } of columns) {
      const moved = `strftime('%Y-%m-%dT%H:%M:%fZ', "${column}", '${seconds} seconds')`
      const isDate = `"${column}" glob '20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'`
      database.exec(`update "${table}" set "${column}" = ${moved} where ${isDate}`)
    }
  }
}

/** The dates of what the member saw, moved like those of the databases. */
function movedDates(seen: object, seconds: number): object {
  const isoDate = /\b20\d\d-\d\d-\d\dT[\d:.]+Z\b/g
  const move = (date: string) => new Date(Date.parse(date) + seconds * 1000).toISOString()
  return JSON.parse(JSON.stringify(seen).replaceAll(isoDate, move))
}

/** Returns the name of the lost file. */
function loseReference(dataFolder: string): string {
  const [path = ''] = globSync('v3/r2/encre-references/blobs/*', { cwd: dataFolder })
  rmSync(join(dataFolder, path))
  return basename(path)
}
