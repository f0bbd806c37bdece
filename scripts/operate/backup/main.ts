import { generateX25519Identity } from 'age-encryption'
import { lockDataFolder } from '../../lib/data-folder.ts'
import {
  createStopSignal,
  ExpectedError,
  parseWords,
  readChoice,
  runCommand,
} from '../../lib/run-command.ts'
import { explainAccountError } from '../cloudflare/account.ts'
import { environments } from '../deploy/environments.ts'
import { openStorage } from '../storage/site-storage.ts'
import { createBackup, expireBackups, findDamage, openVault, readManifest } from './backups.ts'

const usage = `npm run backup -- --env ${environments.join('|')} --to FOLDER [--verify]
npm run backup -- --new-key

Copies the databases and buckets of a site into FOLDER, and deletes the expired backups there. --verify reads every file of the newest
backup instead. ENCRE_BACKUP_KEY (from --new-key) encrypts.`

const say = (sentence: string) => console.log(sentence)
// Locks, scratch folders and child processes end with this process.
createStopSignal().addEventListener('abort', () => process.exit(143))

await runCommand(
  async () => {
    const { values } = parseWords(usage, {
      options: {
        env: { type: 'string' },
        to: { type: 'string' },
        verify: { type: 'boolean' },
        'new-key': { type: 'boolean' },
      },
    })
    if (values['new-key']) return say(await generateX25519Identity())
    const environment = readChoice('--env', values.env, environments, usage)
    if (!values.to) throw new ExpectedError(`--to is missing\n\n${usage}`)
    const vault = await openVault(values.to, process.env.ENCRE_BACKUP_KEY)
    if (values.verify) {
      const newest = await readManifest(vault, environment)
      const problems = await findDamage(vault, newest)
      if (problems.length > 0)
        throw new ExpectedError(`The backup ${newest.name} is damaged:\n  ${problems.join('\n  ')}`)
      return say(`The backup ${newest.name} is whole`)
    }
    // Another backup would delete the objects that no manifest names yet.
    process.once('exit', lockDataFolder(vault.folder, 'choose another folder: --to'))
    const { name } = await createBackup(
      vault,
      await openStorage(environment, process.env),
      environment,
      say,
    )
    await expireBackups(vault, say)
    say(`Backup ${name}`)
  },
  { explain: explainAccountError },
)
