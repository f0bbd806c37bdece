import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { afterEach, expect, it } from 'vitest'
import { freePortPair } from './lib/ports.ts'

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

it('leaves no process behind when it is asked to stop, and keeps its data', { timeout: 180_000 }, async () => {
  const port = await freePortPair()
  try {
    const first = start({ PORT: String(port) })
    await saying(first, `Encre: http://localhost:${port}`)
    const started = descendants(first.pid)
    expect(started.some((process) => process.command.includes('workerd'))).toBe(true)
    first.kill('SIGTERM')
    await end(first)
    await expect.poll(() => started.filter((process) => isSame(process)), { timeout: 10_000 }).toEqual([])

    const second = start({ PORT: String(port) })
    const said = await saying(second, `Encre: http://localhost:${port}`)
    second.kill('SIGINT')
    await end(second)
    expect(said).not.toContain('migrations')
    expect(said).not.toContain('Published')
  } finally {
    rmSync(join(root, '.data', String(port)), { recursive: true, force: true })
  }
})

function start(settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start'], { cwd: root, env: { ...environment, ...settings } })
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

function descendants(pid: number | undefined): Process[] {
  const all = listProcesses()
  const children = (parent: number | undefined): Process[] =>
    all.filter((process) => process.parent === parent).flatMap((process) => [process, ...children(process.pid)])
  return children(pid)
}

function isSame({ pid, command }: Process): boolean {
  return listProcesses().some((process) => process.pid === pid && process.command === command)
}
