import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMisfits } from './release-check.ts'

let site: Server
let asked: string[]
let misfits: string[]
let directory: string

beforeEach(async () => {
  asked = []
  misfits = []
  site = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ misfits }))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  directory = mkdtempSync(join(tmpdir(), 'encre-gate-'))
  const release = { name: 'gallery', version: 'v1', shellApi: 1, shared: {}, entry: 'remote-entry.js', global: 'gallery_v1' }
  writeFileSync(join(directory, 'release.json'), JSON.stringify({ ...release, scripts: ['remote.js'], styles: [], files: {}, routes: [] }))
})

afterEach(() => {
  site.closeAllConnections()
  site.close()
  rmSync(directory, { recursive: true })
})

function weigh(entry: string | Uint8Array, scripts: string | Uint8Array = ''): Promise<string[]> {
  writeFileSync(join(directory, 'remote-entry.js'), entry)
  writeFileSync(join(directory, 'remote.js'), scripts)
  return findMisfits({ origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, token: 't' }, directory)
}

test('a build that fits is asked about, and nothing of it is uploaded', async () => {
  expect(await weigh('a'.repeat(100_000))).toEqual([])
  expect(asked).toEqual(['POST /api/releases/gallery/check'])
})

test('an entry that weighs too much and what the live site says are told together', async () => {
  misfits = ['it needs react ^20.0.0, the live shell has 19.3.1']
  const [size, ...others] = await weigh(randomBytes(9000))
  expect(size).toMatch(/^its entry has 9\d{3} bytes after gzip, the budget is 8500$/)
  expect(others).toEqual(misfits)
})

test('the entry and the first scripts have a budget together', async () => {
  expect(await weigh(randomBytes(8000), randomBytes(27_000))).toEqual([
    expect.stringMatching(/^its entry and first scripts have 35\d{3} bytes after gzip, the budget is 34000$/),
  ])
})
