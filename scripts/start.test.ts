import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, it, onTestFinished } from 'vitest'
import { freePortPair } from './lib/new-site.ts'
import { copyTree } from './lib/testing/copy-tree.ts'
import { createFolder, writeIn } from './lib/testing/scratch-folder.ts'

it('says in one line that the port is taken, and how to choose another', async () => {
  const port = await freePortPair()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const refusal = refuse({ PORT: String(port) })
  server.close()
  expect(refusal).toBe(
    `Port ${port} is taken. Stop what uses it, or choose another: PORT=8800 npm start\n`,
  )
})

it('starts nothing on damaged data, and says in a sentence what to do', async () => {
  const port = await freePortPair()
  const folder = join(root, '.data', String(port))
  const database = 'v3/d1/miniflare-D1DatabaseObject/0a.sqlite'
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeIn(folder, database, 'not a database at all '.repeat(99))
  const refusal = refuse({ PORT: String(port) })
  expect(refusal).toMatch(
    new RegExp(
      `^The data in ${folder} cannot be used:\\n  ${database} is damaged: .*\\nPut the files back .*npm run reset\\n$`,
    ),
  )
}, 30_000)

it('says in one line that git is missing', async () => {
  const refusal = refuse({ PATH: '/nowhere' })
  expect(refusal).toBe(
    'Encre needs git, which is not on the PATH. Install it (git-scm.com), then run this again.\n',
  )
})

it('says in one line that Node is too old', async () => {
  const pretend =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.4'})"
  const refusal = refuse({ NODE_OPTIONS: `--import "${pretend}"` })
  expect(refusal).toMatch(
    /^Encre needs Node 20 or later and this is .*\. Install a newer one from nodejs\.org, then run this again\.\n$/,
  )
})

it.each([
  { change: 'a package of the tree lacks one', path: 'shared/fresh/package.json' },
  { change: 'a version was edited', path: 'shared/ui/package.json' },
])(
  'installs the packages again when $change, and runs no pnpm with another hash than package.json says',
  ({ path }) => {
    const tree = createFolder()
    copyTree(tree)
    expect(refuse({ PORT: 'none' }, tree)).not.toContain('another hash')
    writeIn(tree, path, '{"dependencies":{"react":"19.0.0"}}')
    writeFileSync(join(tree, 'npm'), '#!/bin/sh\ntouch "$6/pnpm.tgz"; echo pnpm.tgz\n', {
      mode: 0o755,
    })
    const refusal = refuse({ PATH: `${tree}:${process.env.PATH}` }, tree)
    expect(refusal).toMatch(/^pnpm@[\d.]+ has another hash .* Nothing of it was run\.\n$/)
  },
  30_000,
)

function refuse(settings: Record<string, string>, tree = root): string {
  const options = {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ...settings },
  } as const
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(tree, 'scripts/run.mjs'), 'start'],
    options,
  )
  expect(status).toBe(1)
  return stderr
}
