import { resolve } from 'node:path'
import { packPackages } from './elsewhere/remote-elsewhere.ts'
import { readPlainWords } from './lib/run-command.ts'

const usage = `npm run pack [folder]    packs the packages for remotes of other repositories into .packages (docs/remote-elsewhere.md)`
const [folder = '.packages'] = readPlainWords(usage, 1)
for (const [name, file] of Object.entries(await packPackages(resolve(folder)))) console.log(`${name}  ${file}`)
