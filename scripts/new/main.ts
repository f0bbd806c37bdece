import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '@encre/build/workspace'
import { listRunningPorts } from '../lib/data-folder.ts'
import { ExpectedError, parseWords, runCommand } from '../lib/run-command.ts'
import { deleteFeature } from './delete-feature.ts'
import {
  bindFeature,
  defaultTitle,
  featureList,
  requireName,
  serviceConfigs,
  stampFeature,
} from './stamp-feature.ts'

const usage = `npm run new <feature>                                    a remote and its worker, as in npm run new artists
npm run new <feature> -- --title "Artistes" --header 40  with its French title and a link in the header
npm run new <feature> -- --elsewhere                     only the bindings of a worker of another repository
npm run new -- --delete <feature>                        deletes a feature; its worker keeps its data 30 days`

await runCommand(async () => {
  const { values, positionals } = parseWords(usage, {
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      header: { type: 'string' },
      elsewhere: { type: 'boolean' },
      delete: { type: 'string' },
    },
  })
  if (values.delete) return deleteNamed(values.delete)
  const [name, ...rest] = positionals
  const headerOrder = values.header === undefined ? undefined : Number(values.header)
  if (!name || rest.length > 0 || Number.isNaN(headerOrder)) throw new ExpectedError(usage)
  if (values.elsewhere) return bindElsewhere(name)
  const title = values.title ?? defaultTitle(name)
  const written = stampFeature({ name, title, headerOrder })
  console.log('Installing the packages and generating the types ...')
  run(join(root, 'node_modules/.bin/biome'), [
    'check',
    '--write',
    ...written.filter((path) => /\.(tsx?|css|jsonc?)$/.test(path)),
  ])
  run(process.execPath, [join(root, 'scripts/run.mjs')])
  console.log(`Written:\n${written.map((path) => `  ${path}\n`).join('')}
${nextStart(name)}, npm test ${name} tests it, npm run dev ${name} serves it while you write.`)
})

/** The name is typed twice: the folders of a feature are gone at once. */
async function deleteNamed(name: string): Promise<void> {
  console.log(`Type ${name} to delete it:`)
  if ((await readLine()).trim() !== name)
    throw new ExpectedError('That is another name. Nothing was deleted.')
  const next = deleteFeature(name)
  run(join(root, 'node_modules/.bin/biome'), ['format', '--write', featureList, ...serviceConfigs])
  run(process.execPath, [join(root, 'scripts/run.mjs')])
  console.log(next)
  const [port] = listRunningPorts(join(root, '.data'))
  if (port) console.log(`The site on port ${port} shows it until it is restarted.`)
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

function bindElsewhere(name: string): void {
  requireName(name)
  const changed = bindFeature(name)
  run(process.execPath, [join(root, 'scripts/run.mjs')])
  console.log(`Changed: ${changed.join(', ')}
${nextStart(name)}.
Online: deploy the worker from its repository, then the account worker and the shell (docs/remote-elsewhere.md).`)
}

/** A running site keeps the features that it had when it was started. */
function nextStart(name: string): string {
  const [port] = listRunningPorts(join(root, '.data'))
  return port
    ? `Next: restart the site on port ${port} (end it, then npm start): it shows ${name} on http://localhost:${port}/${name}`
    : `Next: npm start shows it on http://localhost:8787/${name}`
}

function run(program: string, words: string[]): void {
  // pnpm names itself to the scripts that it runs, and run.mjs leaves the installation to it.
  const env = { ...process.env, npm_config_user_agent: undefined }
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`)
}
