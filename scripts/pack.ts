import { resolve } from 'node:path'
import { packPackages } from './elsewhere/pack-packages.ts'

// `npm run pack [folder]`: the packages for remotes of other repositories (docs/remote-elsewhere.md).
const folder = resolve(process.argv[2] ?? '.packages')
for (const [name, file] of Object.entries(await packPackages(folder))) console.log(`${name}  ${file}`)
