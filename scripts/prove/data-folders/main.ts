import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from '@encre/build/workspace'
import { zipSync } from 'fflate'
import { listLocalBuckets } from '../../lib/local-databases.ts'
import { freePortPair } from '../../lib/new-site.ts'
import { ExpectedError, readPlainWords, runCommand, say } from '../../lib/run-command.ts'
import { startSite } from '../../lib/site.ts'
import { withScratch } from '../../lib/with-scratch.ts'
import { account, fillSite, type KeptSite, readSite } from './member.ts'
import { signUp } from './session.ts'

const usage = `node scripts/run.mjs data-folders <date>
Writes a data folder of this version, and what its member sees. npm test compares both with the newest code.`

const [name] = readPlainWords(usage, 1)

await runCommand(async () => {
  if (!name) throw new ExpectedError(usage)
  const path = join(import.meta.dirname, name)
  await withScratch(async (scratch) => {
    const dataFolder = join(scratch, 'site')
    const keptSite = await useNewSite(dataFolder)
    removeReleases(dataFolder)
    writeFileSync(`${path}.zip`, zipData(dataFolder))
    writeFileSync(`${path}.json`, JSON.stringify(keptSite))
  })
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', `${path}.json`])
  console.log(`Written: ${path}.zip and ${path}.json`)
})
process.exit()

async function useNewSite(dataFolder: string): Promise<KeptSite> {
  const site = await startSite({ port: await freePortPair(), dataFolder, say, environment: {} })
  try {
    const session = await signUp(site.origin, account)
    const addresses = await fillSite(session)
    const seen = await readSite(session, addresses)
    return { writtenAt: new Date().toISOString(), addresses, seen }
  } finally {
    await site.stop()
  }
}

/** Their files are larger than everything else, and each start publishes its own. */
function removeReleases(dataFolder: string): void {
  const bucket = listLocalBuckets().find((one) => one.name === 'encre-releases')
  if (!bucket) throw new Error('no worker has the bucket encre-releases')
  using database = new DatabaseSync(join(dataFolder, bucket.database))
  database.exec('delete from _mf_objects')
}

/** The data folder without logs, caches and the files of releases. */
function zipData(dataFolder: string): Uint8Array {
  for (const path of globSync('v3/{d1,do,r2}/**/*.sqlite', { cwd: dataFolder })) {
    using database = new DatabaseSync(join(dataFolder, path))
    database.exec('pragma wal_checkpoint(truncate); vacuum')
  }
  const kept = ['secrets.json', 'data-files.json', 'v3/{d1,do,r2}/*/*.sqlite', 'v3/r2/*/blobs/*']
  const exclude = ['v3/r2/encre-releases/**']
  const paths = globSync(kept, { cwd: dataFolder, exclude })
  const files = paths.map((path) => [path, readFileSync(join(dataFolder, path))])
  return zipSync(Object.fromEntries(files), { level: 9 })
}
