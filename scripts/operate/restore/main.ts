import {
  createStopSignal,
  ExpectedError,
  parseWords,
  readChoice,
  runCommand,
} from '../../lib/run-command.ts'
import { openVault, readManifest } from '../backup/backups.ts'
import { explainAccountError } from '../cloudflare/account.ts'
import { environments } from '../deploy/environments.ts'
import { erasureList, openStorage } from '../storage/site-storage.ts'
import { emptySite, listLaterErasures, mergeErasureList, restoreSite } from './restore-site.ts'

const usage = `npm run restore -- --env ${environments.join('|')} --from FOLDER [--of ENVIRONMENT] [--backup NAME] [--only NAME] [--erasures WHERE] [--empty]

Copies the newest backup in FOLDER into an empty site. --of names the environment that was backed up, if it is another. --only gallery/IMAGES
restores one bucket or database. Accounts that were erased after the backup are erased again; their list is read from the environment that was
backed up, or from --erasures: an environment, or none, with which accounts erased after the newest backup come back. --empty first deletes
what staging has; without --from, that is all.`

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
        empty: { type: 'boolean', default: false },
      },
    })
    const environment = readChoice('--env', values.env, environments, usage)
    const source = readChoice('--of', values.of ?? environment, environments, usage)
    const where = readChoice(
      '--erasures',
      values.erasures ?? source,
      [...environments, 'none'],
      usage,
    )
    if (values.empty && environment !== 'staging')
      throw new ExpectedError(`--empty is for staging only. Nothing has changed.`)
    const target = await openStorage(environment, process.env)
    if (values.empty && !values.from) return emptySite(target, say)
    if (!values.from) throw new ExpectedError(`--from is missing\n\n${usage}`)
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
    if (values.empty) await emptySite(target, say)
    await restoreSite({ vault, manifest, target, erasures, only: values.only, say })
    await mergeErasureList(target, listed, erasures)
    say('Everything is restored and verified.')
  },
  { explain: explainAccountError },
)
