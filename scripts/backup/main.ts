import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { generateX25519Identity } from 'age-encryption'
import { explainAccountError } from '../cloudflare/account.ts'
import { lockDataFolder } from '../lib/data-folder.ts'
import { createStopSignal, ExpectedError, parseWords, readChoice, runCommand } from '../lib/run-command.ts'
import { readPort } from '../lib/settings.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createBackup, expireBackups, findDamage } from './create-backup.ts'
import { backupEnvironments, findNewestManifest, openVault } from './vault.ts'

const usage = `npm run backup -- --env ${backupEnvironments.join('|')} --to FOLDER [--verify]
npm run backup -- --new-key

Copies the databases and buckets of a site into FOLDER, and deletes the expired backups there. A local site's default is .data/backups.
--verify reads every file of the newest backup instead. ENCRE_BACKUP_KEY (from --new-key) encrypts. PORT names the local site, which must be
stopped.`

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
    const environment = readChoice('--env', values.env, backupEnvironments, usage)
    // `npm run reset` deletes the default.
    if (environment !== 'local' && !values.to)
      throw new ExpectedError(`--to is missing: only a local site has a default folder\n\n${usage}`)
    if (environment !== 'local' && !process.env.ENCRE_BACKUP_KEY) {
      throw new ExpectedError(
        'Set ENCRE_BACKUP_KEY (npm run backup -- --new-key): the privacy page promises that copies of members’ data are encrypted.',
      )
    }
    const folder = values.to ?? join(root, '.data/backups')
    const vault = await openVault(folder, process.env.ENCRE_BACKUP_KEY)
    if (values.verify) {
      const newest = await findNewestManifest(vault, environment)
      if (!newest) throw new ExpectedError(`There is no backup of ${environment}`)
      const problems = await findDamage(vault, newest)
      if (problems.length > 0) throw new ExpectedError(`The backup ${newest.name} is damaged:\n  ${problems.join('\n  ')}`)
      return say(`The backup ${newest.name} is whole`)
    }
    // Another backup would delete the objects that no manifest names yet.
    process.once('exit', lockDataFolder(folder, 'choose another folder: --to'))
    const port = environment === 'local' ? readPort(process.env) : undefined
    const dataFolder = join(root, '.data', String(port))
    if (port) process.once('exit', lockDataFolder(dataFolder))
    const storage = await openStorage(environment, dataFolder, process.env)
    const { name } = await createBackup({ vault, storage, environment, port, say }).finally(() => storage.close())
    await expireBackups(vault, say)
    say(`Backup ${name}`)
  },
  { explain: explainAccountError },
)
