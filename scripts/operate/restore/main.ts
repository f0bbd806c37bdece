import {
  createStopSignal,
  ExpectedError,
  parseWords,
  readChoice,
  runCommand,
  say,
} from '../../lib/run-command.ts'
import { drilledPath, openVault, readManifest } from '../backup/backups.ts'
import { explainAccountError } from '../cloudflare/account.ts'
import { drill, environments, isPullRequest, readSiteName } from '../deploy/environments.ts'
import { openSite, withDrillSite } from '../provision/stores.ts'
import { erasureList, openStorage } from '../storage/site-storage.ts'
import { listLaterErasures, mergeErasureList, restoreSite } from './restore-site.ts'

const usage = `npm run restore -- --env ${environments.join('|')} --from FOLDER [--of ENVIRONMENT] [--backup NAME] [--only NAME] [--erasures WHERE]
npm run restore -- --env drill --of production --from FOLDER

Copies the newest backup in FOLDER into an empty site. --of names the environment that was backed up, if it is another. --only gallery/IMAGES
restores one bucket or database. Accounts that were erased after the backup are erased again; their list is read from the environment that was
backed up, or from --erasures: an environment, or none, with which accounts erased after the newest backup come back. drill
restores into databases and buckets that it makes, which no worker serves, and removes them, also when it breaks off.
The site of a pull request, pr-12, takes a backup of staging alone.`

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
    const environment = readSiteName(values.env, usage)
    const isOfPullRequest = isPullRequest(environment)
    const sources = isOfPullRequest ? (['staging'] as const) : environments
    const usual = isOfPullRequest ? 'staging' : environment
    const source = readChoice('--of', values.of ?? usual, sources, usage)
    const where = readChoice('--erasures', values.erasures ?? source, [...sources, 'none'], usage)
    if (!values.from) throw new ExpectedError(`--from is missing\n\n${usage}`)
    const stop = createStopSignal()
    if (environment !== drill) stop.addEventListener('abort', () => process.exit(143))
    const target = await openStorage(environment, process.env, stop)
    const vault = await openVault(values.from, process.env.ENCRE_BACKUP_KEY)
    const newest = await readManifest(vault, source)
    const manifest = values.backup ? await readManifest(vault, source, values.backup) : newest
    say(`Backup ${manifest.name}`)

    const listed = newest.buckets[erasureList] ?? []
    const list = where === 'none' ? null : await openStorage(where, process.env)
    const erasures = await listLaterErasures(
      list?.buckets.get(erasureList) ?? null,
      listed,
      manifest.startedAt,
    )
    const restore = async () => {
      await restoreSite({ vault, manifest, target, erasures, only: values.only, say })
      await mergeErasureList(target, listed, erasures)
      say('Everything is restored and verified.')
    }
    if (environment !== drill) return restore()
    await withDrillSite(await openSite(drill, process.env, say), stop, restore)
    vault.writePlain(drilledPath, new Date().toISOString())
  },
  { explain: explainAccountError },
)
