import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { lockDataFolder } from '../../lib/data-folder.ts'
import {
  createStopSignal,
  ExpectedError,
  parseWords,
  readChoice,
  runCommand,
  say,
} from '../../lib/run-command.ts'
import { explainAccountError } from '../cloudflare/account.ts'
import { environments } from '../deploy/environments.ts'
import { openStorage } from '../storage/site-storage.ts'
import { createBackup, expireBackups, findBackup, openVault, requireUnchanged } from './backups.ts'

const usage = `npm run backup -- --env ${environments.join('|')} --to FOLDER [--verify]
npm run backup -- --new-key

Copies the databases and buckets of a site into FOLDER, and deletes the expired backups there. --verify reads every file of the newest
backup instead. ENCRE_BACKUP_KEY (from --new-key) encrypts: the public key is enough, and opens nothing. ENCRE_BACKUP_PROOF_KEY is a key of its
own for a record of known content, which shows that what was written can be opened.`

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
    if (values['new-key']) {
      const key = await generateX25519Identity()
      say(`${await identityToRecipient(key)} writes backups`)
      return say(`${key} also reads them`)
    }
    const proofKey = process.env.ENCRE_BACKUP_PROOF_KEY
    const environment = readChoice('--env', values.env, environments, usage)
    if (!values.to) throw new ExpectedError(`--to is missing\n\n${usage}`)
    const vault = await openVault(values.to, process.env.ENCRE_BACKUP_KEY)
    if (values.verify) {
      const name = findBackup(vault, environment)
      await requireUnchanged(vault, name, proofKey)
      return say(`The backup ${name} is as it was written`)
    }
    // Another backup would delete the objects that no manifest names yet.
    process.once('exit', lockDataFolder(vault.folder, 'choose another folder: --to'))
    const { name } = await createBackup(
      vault,
      await openStorage(environment, process.env),
      environment,
      say,
      proofKey,
    )
    expireBackups(vault, say)
    say(`Backup ${name}`)
  },
  { explain: explainAccountError },
)
