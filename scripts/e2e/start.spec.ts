import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, test } from '@playwright/test'
import { freePortPair } from '../lib/new-site.ts'
import { waitForOutput } from '../lib/testing/wait-for-output.ts'

const running: ChildProcess[] = []
test.afterEach(() => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
  }
})

test('lets one of two starts on a port win, answers again after its workers were killed, and leaves no process behind', async () => {
  test.setTimeout(240_000)
  const port = await freePortPair()
  const origin = `http://localhost:${port}`
  try {
    const rivals = [start({ PORT: String(port) }), start({ PORT: String(port) })]
    const ends = rivals.map(end)
    const loser = await Promise.race(
      ends.map((ended, index) => ended.then((result) => ({ ...result, index }))),
    )
    expect(loser).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^(Another start |Port )[^\n]+PORT=8800 npm start\n$/),
    })
    const first = rivals[1 - loser.index]
    if (!first) throw new Error('both starts have ended')
    await waitForOutput(first, `Encre: ${origin}`)

    for (const { pid } of listWorkerds(first)) {
      process.kill(pid, 'SIGKILL')
    }
    await expect.poll(() => answersAgain(origin), { timeout: 60_000, intervals: [200] }).toBe(true)

    const started = descendants(first.pid)
    first.kill('SIGTERM')
    await ends[1 - loser.index]
    await expect
      .poll(() => started.filter((process) => isSame(process)), { timeout: 10_000 })
      .toEqual([])

    // A home below a regular file: the rights of a folder mean nothing to root.
    const second = start({ PORT: String(port), HOME: join(root, 'package.json', 'home') })
    const output = await waitForOutput(second, `Encre: ${origin}`)
    second.kill('SIGINT')
    await end(second)
    expect(output).not.toContain('migrations')
    expect(output).not.toContain('Published')
    expect(
      readFileSync(join(root, '.data', String(port), 'site.log'), 'utf8').match(/Ready on/g)
        ?.length,
    ).toBeGreaterThan(1)
  } finally {
    rmSync(join(root, '.data', String(port)), { recursive: true, force: true })
  }
})

function start(settings: Record<string, string>): ChildProcess {
  // Node warns about Playwright's FORCE_COLOR beside NO_COLOR.
  const environment = { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: undefined, ...settings }
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start'], {
    cwd: root,
    env: environment,
  })
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

interface Process {
  pid: number
  parent: number
  command: string
}

function listProcesses(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 1e7,
  })
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') }
  })
}

function listWorkerds(child: ChildProcess): Process[] {
  const workerds = descendants(child.pid).filter(({ command }) =>
    command.includes('/workerd serve'),
  )
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
    all
      .filter((process) => process.parent === parent)
      .flatMap((process) => [process, ...children(process.pid)])
  return children(pid)
}

function isSame({ pid, command }: Process): boolean {
  return listProcesses().some((process) => process.pid === pid && process.command === command)
}
