import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { listRunningPorts } from '../lib/data-folder.ts'
import { ExpectedError, parseWords, runCommand } from '../lib/run-command.ts'
import { bindFeature, defaultTitle, requireName, stampFeature } from './stamp-feature.ts'

const usage = `npm run new <feature>                                    a remote and its worker, as in npm run new artists
npm run new <feature> -- --title "Artistes" --header 40  with its French title and a link in the header
npm run new <feature> -- --elsewhere                     only the bindings of a worker of another repository`

await runCommand(async () => {
  const { values, positionals } = parseWords(usage, {
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      header: { type: 'string' },
      elsewhere: { type: 'boolean' },
    },
  })
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
${describeRunning(name)}Next: npm start shows it on http://localhost:8787/${name}, npm test ${name} tests it, npm run dev ${name} serves it while you write.`)
})

function bindElsewhere(name: string): void {
  requireName(name)
  const changed = bindFeature(name)
  run(process.execPath, [join(root, 'scripts/run.mjs')])
  console.log(`Changed: ${changed.join(', ')}
${describeRunning(name)}Next: deploy the worker from its repository, then the account worker and the shell (docs/remote-elsewhere.md).`)
}

function describeRunning(name: string): string {
  const ports = listRunningPorts(join(root, '.data'))
  if (ports.length === 0) return ''
  return `A site runs on port ${ports.join(' and ')} and does not know ${name}: end it and restart it.\n`
}

function run(program: string, words: string[]): void {
  // pnpm names itself to the scripts that it runs, and run.mjs leaves the installation to it.
  const env = { ...process.env, npm_config_user_agent: undefined }
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`)
}
