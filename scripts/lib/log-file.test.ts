import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openLogFile } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'encre-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps what an earlier start wrote', () => {
  const path = join(folder, 'site.log')
  for (const line of ['first start\n', 'second start\n']) {
    const log = openLogFile(path)
    log.write(Buffer.from(line))
    log.close()
  }
  expect(readFileSync(path, 'utf8')).toBe('first start\nsecond start\n')
})

it('keeps the newest lines, in two files of a bounded size', () => {
  const path = join(folder, 'local.log')
  const log = openLogFile(path, 100)
  for (let line = 100; line < 130; line += 1) log.write(Buffer.from(`line ${line}\n`))
  log.close()
  expect(readdirSync(folder).filter((name) => name.startsWith('local'))).toEqual(['local.1.log', 'local.log'])
  const [older, newer] = [readFileSync(join(folder, 'local.1.log'), 'utf8'), readFileSync(path, 'utf8')]
  expect(newer).toMatch(/line 129\n$/)
  expect(older.length).toBeLessThanOrEqual(100)
  expect(newer.length).toBeLessThanOrEqual(100)
  expect(older.length + newer.length).toBeGreaterThan(100)
})

it('loses lines on a full disk, and ends nothing', () => {
  const log = openLogFile('/dev/full')
  log.write(Buffer.from('lost\n'))
  log.close()
})
