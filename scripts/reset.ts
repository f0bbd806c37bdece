import { globSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { findUser } from './lib/data-folder.ts'
import { ExpectedError, readPlainWords, runCommand } from './lib/run-command.ts'

readPlainWords(`npm run reset    deletes the data of every local site`)

await runCommand(async () => {
  for (const folder of globSync('.data/*/running.pid', { cwd: root }).map(dirname)) {
    const user = findUser(join(root, folder))
    if (user)
      throw new ExpectedError(
        `Process ${user} uses ${folder}. Stop it first, then run npm run reset again.`,
      )
  }
  rmSync(join(root, '.data'), { recursive: true, force: true })
  console.log('Erased: members, designs, images, releases and secrets of every local site.')
})
