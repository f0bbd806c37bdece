import {
  createStopSignal,
  ExpectedError,
  parseWords,
  readChoice,
  runCommand,
} from '../../lib/run-command.ts'
import { drilledPath, openVault, readManifest } from '../backup/backups.ts'
import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import {
  type Environment,
  environments,
  isPullRequest,
  listDeployedWorkers,
  readEnvironment,
  readEnvironmentName,
} from '../deploy/environments.ts'
import { erasureList, openStorage } from '../storage/site-storage.ts'
import {
  emptySite,
  listLaterErasures,
  mergeErasureList,
  refuseVisitors,
  restoreSite,
  withEmptySite,
} from './restore-site.ts'

const usage = `npm run restore -- --env ${environments.join('|')} --from FOLDER [--of ENVIRONMENT] [--backup NAME] [--only NAME] [--erasures WHERE] [--drill]
npm run restore -- --env staging|pr-12 --empty

Copies the newest backup in FOLDER into an empty site. --of names the environment that was backed up, if it is another. --only gallery/IMAGES
restores one bucket or database. Accounts that were erased after the backup are erased again; their list is read from the environment that was
backed up, or from --erasures: an environment, or none, with which accounts erased after the newest backup come back. --drill
empties staging, restores into it while no worker is deployed there, and empties it again, also when it breaks off. --empty only empties it.
The site of a pull request, pr-12, takes a backup of staging alone.`

const say = (sentence: string) => console.log(sentence)
/** What a signal still waits for. */
let leave = async (): Promise<void> => {}
createStopSignal().addEventListener('abort', () => {
  leave().finally(() => process.exit(143))
})

/** A drill, and `--empty`, erase a site. */
function refuseToErase(
  { empty, drill }: { empty: boolean; drill: boolean },
  environment: Environment,
): void {
  if (empty && environment === 'production')
    throw new ExpectedError('--empty is not for production. Nothing has changed.')
  if (drill && environment !== 'staging')
    throw new ExpectedError('--drill is for staging. Nothing has changed.')
}

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
        drill: { type: 'boolean', default: false },
      },
    })
    const environment = readEnvironmentName(values.env, usage)
    const isOfPullRequest = isPullRequest(environment)
    const sources = isOfPullRequest ? (['staging'] as const) : environments
    const source = readChoice(
      '--of',
      values.of ?? (isOfPullRequest ? 'staging' : environment),
      sources,
      usage,
    )
    const where = readChoice('--erasures', values.erasures ?? source, [...sources, 'none'], usage)
    refuseToErase(values, environment)
    const target = await openStorage(environment, process.env)
    if (values.empty) return emptySite(target, say)
    if (values.drill) {
      const names = listDeployedWorkers().map((worker) => readEnvironment(worker, environment).name)
      await refuseVisitors(readAccount(process.env), names)
    }
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
    const restore = async () => {
      await restoreSite({ vault, manifest, target, erasures, only: values.only, say })
      await mergeErasureList(target, listed, erasures)
      say('Everything is restored and verified.')
    }
    if (!values.drill) return restore()
    leave = () => emptySite(target, say)
    await withEmptySite(target, say, restore)
    vault.writePlain(drilledPath, new Date().toISOString())
  },
  { explain: explainAccountError },
)
