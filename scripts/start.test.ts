import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { afterEach, expect, it } from 'vitest'
import { freePortPair } from './lib/new-site.ts'
import { copyTree } from './lib/testing/copy-tree.ts'

const environment = { ...process.env, NODE_OPTIONS: '' }
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

it('says in one line that the port is taken, and how to choose another', async () => {
  const port = await freePortPair()
  const server = createServer().listen(port, '127.0.0.1')
  const { code, errors } = await end(start({ PORT: String(port) }))
  server.close()
  expect(code).toBe(1)
  expect(errors).toBe(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8800 npm start\n`)
})

it('starts nothing on damaged data, and says in a sentence what to do', async () => {
  const port = await freePortPair()
  const folder = join(root, '.data', String(port))
  const database = 'v3/d1/miniflare-D1DatabaseObject/0a.sqlite'
  mkdirSync(dirname(join(folder, database)), { recursive: true })
  try {
    writeFileSync(join(folder, database), 'not a database at all '.repeat(99))
    const { code, errors } = await end(start({ PORT: String(port) }))
    expect(code).toBe(1)
    expect(errors).toMatch(
      new RegExp(`^The data in ${folder} cannot be used:\\n  ${database} is damaged: .*\\nPut the files back .*npm run reset\\n$`),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 30_000)

it('says in one line that git is missing', async () => {
  const { code, errors } = await end(start({ PATH: '/nowhere' }))
  expect(code).toBe(1)
  expect(errors).toBe('Encre needs git, which is not on the PATH. Install it (git-scm.com), then run this again.\n')
})

it('says in one line that Node is too old', async () => {
  const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.4'})"
  const { code, errors } = await end(start({ NODE_OPTIONS: `--import "${pretend}"` }))
  expect(code).toBe(1)
  expect(errors).toMatch(/^Encre needs Node 20 or later and this is .*\. Install a newer one from nodejs\.org, then run this again\.\n$/)
})

it('installs the packages again when a package of the tree lacks one, and runs no pnpm with another hash than package.json says', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'encre-packages-'))
  try {
    copyTree(tree)
    mkdirSync(join(tree, 'shared/fresh'))
    writeFileSync(join(tree, 'shared/fresh/package.json'), '{"dependencies":{"react":"catalog:"}}')
    writeFileSync(join(tree, 'npm'), '#!/bin/sh\ntouch "$6/pnpm.tgz"; echo pnpm.tgz\n', { mode: 0o755 })
    const { code, errors } = await end(start({ PATH: `${tree}:${process.env.PATH}` }, tree))
    expect(code).toBe(1)
    expect(errors).toMatch(/^pnpm@[\d.]+ has another hash .* Nothing of it was run\.\n$/)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}, 30_000)

function start(settings: Record<string, string>, tree = root): ChildProcess {
  const child = spawn(process.execPath, [join(tree, 'scripts/run.mjs'), 'start'], { cwd: tree, env: { ...environment, ...settings } })
  running.push(child)
  return child
}

function end(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, errors })))
}
