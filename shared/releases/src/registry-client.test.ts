import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@encre/protocol/release'
import { newRelease } from '@encre/protocol/testing-release'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishRelease, publishShell, RegistryError } from './registry-client.ts'
import { newStatus } from './testing.ts'

// A registry with one remote, in memory. It closes the connection at request number `breaksAt`.
let files: Record<string, { bytes: number; integrity: string }>
let maps: Record<string, { bytes: number; integrity: string }>
let current: string | null
let received: string[]
let breaksAt = Number.POSITIVE_INFINITY
let directory: string

beforeEach(() => {
  files = {}
  maps = {}
  current = null
  received = []
  breaksAt = Number.POSITIVE_INFINITY
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    received.push(`${request.method} ${pathname.replace('/api/releases/', '')}`)
    if (received.length === breaksAt) throw new TypeError('fetch failed')
    const body = Buffer.from(await request.arrayBuffer())
    const integrity = request.headers.get('x-integrity') ?? ''
    return answerTo(request.method, pathname, body, integrity)
  })
  directory = mkdtempSync(join(tmpdir(), 'encre-release-'))
  writeBuild('v1')
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(directory, { recursive: true })
})

function answerTo(method: string, path: string, body: Buffer, integrity: string): Response {
  if (path.endsWith('/maps')) return Response.json({ files: maps })
  if (path.endsWith('/files')) return Response.json({ files })
  if (method === 'PUT') return storeFile(path, { bytes: body.length, integrity })
  if (path.endsWith('/shell')) return Response.json({})
  if (path.endsWith('/promote')) {
    current = JSON.parse(`${body}`).version
    return Response.json(newStatus({ current }))
  }
  return method === 'POST' ? registerRelease(body) : Response.json(newStatus({ current }))
}

function storeFile(path: string, file: { bytes: number; integrity: string }): Response {
  const [, kind = '', name = ''] = /\/(files|maps)\/(.*)$/.exec(path) ?? []
  const stored = kind === 'maps' ? maps : files
  stored[decodeURIComponent(name)] = file
  return Response.json({})
}

function registerRelease(body: Buffer): Response {
  const release = JSON.parse(`${body}`)
  const missing = Object.keys(release.files).filter((path) => !files[path])
  if (missing.length === 0) return Response.json(release, { status: 201 })
  const problem = {
    code: 'files-missing',
    status: 409,
    title: 'files missing',
    requestId: 'r',
    detail: missing.join(' '),
  }
  return Response.json(problem, { status: 409 })
}

function writeBuild(version: string): void {
  mkdirSync(join(directory, 'static'), { recursive: true })
  const contents: Record<string, string> = {
    'remote-entry.js': `entry ${version}`,
    'static/remote.0a1b2c3d.js': 'screen',
  }
  const files: Release['files'] = {}
  for (const [path, content] of Object.entries(contents)) {
    writeFileSync(join(directory, path), content)
    const digest = createHash('sha384').update(content).digest('base64')
    files[path] = { bytes: content.length, integrity: `sha384-${digest}` }
  }
  const release = newRelease({
    version,
    entry: 'remote-entry.js',
    scripts: ['static/remote.0a1b2c3d.js'],
    files,
  })
  writeFileSync(join(directory, 'release.json'), JSON.stringify(release))
  writeFileSync(join(directory, 'version.txt'), version)
}

const target = () => ({ origin: 'https://encre.test', token: 't', directory })
const publish = () => publishRelease(target())

test('uploads, registers, then promotes', async () => {
  expect(await publish()).toEqual({ version: 'v1', changed: true })
  expect(received).toEqual([
    'GET gallery/v1/files',
    'PUT gallery/v1/files/remote-entry.js',
    'PUT gallery/v1/files/static/remote.0a1b2c3d.js',
    'POST gallery',
    'GET gallery',
    'POST gallery/promote',
  ])
})

test('what everyone has already is not uploaded or promoted again', async () => {
  await publish()
  received = []
  expect(await publish()).toEqual({ version: 'v1', changed: false })
  expect(received).toEqual(['GET gallery/v1/files', 'POST gallery', 'GET gallery'])
})

test.each([1, 2, 3, 4, 5, 6])(
  'a release that breaks off at request %i changes nothing for visitors, and the next run completes it',
  async (request) => {
    await publish()
    writeBuild('v2')
    files = {}
    breaksAt = received.length + request
    await expect(publish()).rejects.toThrow('fetch failed')
    expect(current).toBe('v1')
    expect(await publish()).toEqual({ version: 'v2', changed: true })
    expect(current).toBe('v2')
  },
)

test('uploads the source maps of the scripts beside the files, each once', async () => {
  writeFileSync(join(directory, 'remote-entry.js.map'), '{}')
  await publish()
  const upload = 'PUT gallery/v1/maps/remote-entry.js.map'
  expect(received).toContain(upload)
  expect(received.indexOf(upload)).toBeLessThan(received.indexOf('POST gallery'))
  received = []
  await publish()
  expect(received).not.toContain(upload)
})

test('a refusal says what was refused and why', async () => {
  files = new Proxy({}, { set: () => true })
  await expect(publish()).rejects.toThrow(
    new RegistryError(
      'files-missing',
      409,
      'POST gallery: 409 files missing: remote-entry.js static/remote.0a1b2c3d.js',
    ),
  )
})

test("stores the shell's hashed files, each once", async () => {
  expect(await publishShell(target())).toBe(1)
  expect(await publishShell(target())).toBe(0)
  const kept = 'PUT shell/files/static/remote.0a1b2c3d.js'
  expect(received).toEqual(['GET shell/files', kept, 'POST shell', 'GET shell/files', 'POST shell'])
})
