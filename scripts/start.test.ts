import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

it('starts nothing beside another start or on damaged data, and says in a sentence what to do', async () => {
  const port = await freePortPair()
  const folder = join(root, '.data', String(port))
  const database = 'v3/d1/miniflare-D1DatabaseObject/0a.sqlite'
  mkdirSync(dirname(join(folder, database)), { recursive: true })
  try {
    // The words of its command make it a start.
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'scripts/start.ts'])
    running.push(other)
    writeFileSync(join(folder, 'running.pid'), String(other.pid))
    const second = await end(start({ PORT: String(port) }))
    expect([second.code, second.errors]).toEqual([
      1,
      `Another start (process ${other.pid}) uses ${folder}. Stop it first, or choose another port: PORT=8800 npm start\n`,
    ])

    rmSync(join(folder, 'running.pid'))
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

it.each([
  ['cannot be downloaded', 'exit 1', /^pnpm@[\d.]+ could not be downloaded\. Check the network, then run this again\.\n$/],
  ['is not the one of package.json', 'touch "$6/pnpm.tgz"; echo pnpm.tgz', /^pnpm@[\d.]+ has another hash .* Nothing of it was run\.\n$/],
])(
  'installs the packages again when a package of the tree lacks one, and stops when pnpm %s',
  async (_, npm, sentence) => {
    const tree = mkdtempSync(join(tmpdir(), 'encre-packages-'))
    try {
      copyTree(tree)
      mkdirSync(join(tree, 'shared/fresh'))
      writeFileSync(join(tree, 'shared/fresh/package.json'), '{"dependencies":{"react":"catalog:"}}')
      writeFileSync(join(tree, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
      const { code, errors } = await end(start({ PATH: `${tree}:${process.env.PATH}` }, tree))
      expect(code).toBe(1)
      expect(errors).toMatch(sentence)
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  },
  30_000,
)

it('lets one of two starts on a port win, answers again after its workers were killed, and leaves no process behind', {
  timeout: 240_000,
}, async () => {
  const port = await freePortPair()
  const origin = `http://localhost:${port}`
  try {
    const rivals = [start({ PORT: String(port) }), start({ PORT: String(port) })]
    const ends = rivals.map(end)
    const loser = await Promise.race(ends.map((ended, index) => ended.then((result) => ({ ...result, index }))))
    expect(loser).toMatchObject({ code: 1, errors: expect.stringMatching(/^(Another start |Port )[^\n]+PORT=8800 npm start\n$/) })
    const first = rivals[1 - loser.index]
    if (!first) throw new Error('both starts have ended')
    await saying(first, `Encre: ${origin}`)

    for (const { pid } of listWorkerds(first)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => answersAgain(origin), { timeout: 60_000, interval: 200 }).toBe(true)

    const started = descendants(first.pid)
    first.kill('SIGTERM')
    await ends[1 - loser.index]
    await expect.poll(() => started.filter((process) => isSame(process)), { timeout: 10_000 }).toEqual([])

    // A home below a regular file: the rights of a folder mean nothing to root.
    const second = start({ PORT: String(port), HOME: join(root, 'package.json', 'home') })
    const output = await saying(second, `Encre: ${origin}`)
    second.kill('SIGINT')
    await end(second)
    expect(output).not.toContain('migrations')
    expect(output).not.toContain('Published')
    expect(readFileSync(join(root, '.data', String(port), 'site.log'), 'utf8').match(/Ready on/g)?.length).toBeGreaterThan(1)
  } finally {
    rmSync(join(root, '.data', String(port)), { recursive: true, force: true })
  }
})

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

function saying(child: ChildProcess, sentence: string): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes(sentence)) resolve(said)
    })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.on('close', () => reject(new Error(`ended without "${sentence}":\n${said}`)))
  })
}

interface Process {
  pid: number
  parent: number
  command: string
}

function listProcesses(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e7 }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') }
  })
}

function listWorkerds(child: ChildProcess): Process[] {
  const workerds = descendants(child.pid).filter(({ command }) => command.includes('/workerd serve'))
  expect(workerds.length).toBeGreaterThan(1)
  return workerds
}

async function answersAgain(origin: string): Promise<boolean> {
  const ok = (url: string) =>
    fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    )
  const embedded = origin.replace(/\d+$/, (port) => `${Number(port) + 1}`)
  return (await ok(`${origin}/api/health`)) && (await ok(`${embedded}/health`))
}

function descendants(pid: number | undefined): Process[] {
  const all = listProcesses()
  const children = (parent: number | undefined): Process[] =>
    all.filter((process) => process.parent === parent).flatMap((process) => [process, ...children(process.pid)])
  return children(pid)
}

function isSame({ pid, command }: Process): boolean {
  return listProcesses().some((process) => process.pid === pid && process.command === command)
}
