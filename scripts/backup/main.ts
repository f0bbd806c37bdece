import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { explainAccountError } from '../cloudflare/account.ts'
import { lockDataFolder } from '../lib/data-folder.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { parseWords, readChoice, runCommand } from '../lib/run-command.ts'
import { readPort } from '../lib/settings.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createBackup, expireBackups, findDamage } from './create-backup.ts'
import { backupEnvironments, findNewestManifest } from './manifest.ts'
import { openVault } from './vault.ts'

const usage = `npm run backup -- --env ${backupEnvironments.join('|')} --to FOLDER [--verify]

Copies the databases and buckets of a site into FOLDER, and deletes the expired backups there. A local site's default is .data/backups.
--verify reads every file of the newest backup instead. ENCRE_BACKUP_KEY (64 hex digits) encrypts. PORT names the local site, which must be
stopped.`

const say = (sentence: string) => console.log(sentence)

await runCommand(
  async () => {
    const { values } = parseWords(usage, { options: { env: { type: 'string' }, to: { type: 'string' }, verify: { type: 'boolean' } } })
    const environment = readChoice('--env', values.env, backupEnvironments, usage)
    // `npm run reset` deletes the default.
    if (environment !== 'local' && !values.to)
      throw new ExpectedError(`--to is missing: only a local site has a default folder\n\n${usage}`)
    if (environment !== 'local' && !process.env.ENCRE_BACKUP_KEY) {
      throw new ExpectedError(
        'Set ENCRE_BACKUP_KEY (openssl rand -hex 32): the privacy page promises that copies of members’ data are encrypted.',
      )
    }
    const folder = values.to ?? join(root, '.data/backups')
    const vault = openVault(folder, process.env.ENCRE_BACKUP_KEY)
    if (values.verify) {
      const newest = findNewestManifest(vault, environment)
      if (!newest) throw new ExpectedError(`There is no backup of ${environment}`)
      const problems = findDamage(vault, newest.manifest)
      if (problems.length > 0) throw new ExpectedError(`The backup ${newest.name} is damaged:\n  ${problems.join('\n  ')}`)
      say(`The backup ${newest.name} is whole`)
    } else {
      // Another backup would delete the pieces that no manifest names yet.
      const unlockVault = lockDataFolder(folder, 'choose another folder: --to')
      const port = environment === 'local' ? readPort(process.env) : undefined
      const dataFolder = join(root, '.data', String(port))
      const unlock = port ? lockDataFolder(dataFolder) : () => {}
      try {
        const storage = await openStorage(environment, dataFolder, process.env)
        const name = await createBackup({ vault, storage, environment, port, say }).finally(() => storage.close())
        expireBackups(vault, say)
        say(`Backup ${name}`)
      } finally {
        unlock()
        unlockVault()
      }
    }
  },
  { explain: explainAccountError },
)
