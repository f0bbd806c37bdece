import { resolve } from 'node:path'
import { createRepository, packPackages } from './elsewhere/remote-elsewhere.ts'
import { ExpectedError, parseWords, runCommand } from './lib/run-command.ts'
import { defaultTitle } from './new/stamp-feature.ts'

const usage = `npm run pack [folder]                       packs the packages for remotes of other repositories into .packages
npm run pack <folder> -- --remote <name>    writes the repository of a remote and its worker (docs/remote-elsewhere.md)
                      [--title "Artistes"] [--header 40]`

await runCommand(async () => {
  const { values, positionals } = parseWords(usage, {
    allowPositionals: true,
    options: { remote: { type: 'string' }, title: { type: 'string' }, header: { type: 'string' } },
  })
  const [folder = '.packages', ...rest] = positionals
  if (rest.length > 0) throw new ExpectedError(usage)
  if (values.remote) {
    const { remote: name, title = defaultTitle(name), header } = values
    const headerOrder = header === undefined ? undefined : Number(header)
    if (Number.isNaN(headerOrder)) throw new ExpectedError(usage)
    await createRepository({ name, title, headerOrder }, resolve(folder))
    console.log(
      `${folder} has the remote and the worker of ${name}. Next: cd ${folder} && npm install`,
    )
    return
  }
  const packed = await packPackages(resolve(folder))
  for (const [name, file] of Object.entries(packed)) {
    console.log(`${name}  ${file}`)
  }
})
