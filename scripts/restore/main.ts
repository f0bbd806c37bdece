import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '@encre/build/workspace'
import { type BackupEnvironment, backupEnvironments, findNewestManifest, type Manifest, openVault, readManifest } from '../backup/vault.ts'
import { explainAccountError } from '../cloudflare/account.ts'
import { lockDataFolder, prepareDataFolder } from '../lib/data-folder.ts'
import { createStopSignal, ExpectedError, parseWords, readChoice, runCommand } from '../lib/run-command.ts'
import { readPort } from '../lib/settings.ts'
import { openStorage } from '../storage/open-storage.ts'
import { erasureList, type SiteStorage } from '../storage/site-storage.ts'
import { type LaterErasure, listLaterErasures, mergeErasureList, restoreSite } from './restore-site.ts'

const usage = `npm run restore -- --env ${backupEnvironments.join('|')} --from FOLDER [--of ENVIRONMENT] [--backup NAME] [--only NAME] [--erasures WHERE]

Copies the newest backup in FOLDER into an empty site. A local site's default is .data/backups. --of names the environment that was backed up,
if it is another. --only gallery/IMAGES restores one bucket or database. Accounts that were erased after the backup are erased again; their
list is read from the environment that was backed up, or from --erasures: an environment, the data folder of a local site, or none.`

const say = (sentence: string) => console.log(sentence)
createStopSignal().addEventListener('abort', () => process.exit(143))

await runCommand(
  async () => {
    const { values } = parseWords(usage, {
      options: {
        env: { type: 'string' },
        from: { type: 'string' },
        of: { type: 'string' },
        backup: { type: 'string' },
        only: { type: 'string' },
        erasures: { type: 'string' },
      },
    })
    const environment = readChoice('--env', values.env, backupEnvironments, usage)
    const source = readChoice('--of', values.of ?? environment, backupEnvironments, usage)
    if (source !== 'local' && !values.from) throw new ExpectedError(`--from is missing: only a local site has a default folder\n\n${usage}`)
    const vault = await openVault(values.from ?? join(root, '.data/backups'), process.env.ENCRE_BACKUP_KEY)
    const newest = await findNewestManifest(vault, source)
    if (!newest) throw new ExpectedError(`There is no backup of ${source} in ${values.from ?? '.data/backups'}`)
    const manifest = values.backup ? await readManifest(vault, values.backup) : newest
    say(`Backup ${manifest.name}`)

    const port = environment === 'local' ? readPort(process.env) : undefined
    const dataFolder = join(root, '.data', String(port))
    if (port) {
      prepareDataFolder(dataFolder)
      process.once('exit', lockDataFolder(dataFolder))
    }
    const target = await openStorage(environment, dataFolder, process.env)
    try {
      const listed = newest.buckets[erasureList] ?? []
      const erasures = await findErasures(manifest, newest, listed, { environment, dataFolder, target, where: values.erasures })
      await restoreSite({ vault, manifest, target, erasures, only: values.only, say })
      await mergeErasureList(target, listed, erasures)
    } finally {
      await target.close()
    }
    say('Everything is restored and verified.')
  },
  { explain: explainAccountError },
)

interface ErasureOptions {
  environment: BackupEnvironment
  dataFolder: string
  target: SiteStorage
  where: string | undefined
}

async function findErasures(
  manifest: Manifest,
  newest: Manifest,
  backedUp: { key: string }[],
  { environment, dataFolder, target, where }: ErasureOptions,
): Promise<LaterErasure[]> {
  const list = (storage: SiteStorage | null) => listLaterErasures(storage?.buckets.get(erasureList) ?? null, backedUp, manifest.startedAt)
  if (where === 'none') return list(null)
  const place = where ?? (manifest.environment === 'local' ? join(root, '.data', String(manifest.port)) : manifest.environment)
  if (place === environment) return list(target)
  const deployed = backupEnvironments.find((name) => name === place && name !== 'local')
  if (!deployed && (!existsSync(join(place, 'v3')) || resolve(place) === resolve(dataFolder))) {
    throw new ExpectedError(
      `Nobody knows which accounts were erased since the backup: ${place} has no list. Name the list with --erasures. With --erasures none, accounts erased after ${newest.startedAt} come back.`,
    )
  }
  const storage = await openStorage(deployed ?? 'local', place, process.env)
  return list(storage).finally(() => storage.close())
}
