import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRelease } from '@encre/protocol/testing-release'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-build-'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify(newRelease()))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command for a site that does not answer. Returns its error output. */
function refuse(words: string[], environment: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'encre-release.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ENCRE_ORIGIN: 'http://127.0.0.1:1', ENCRE_RELEASE_TOKEN: 't', ...environment },
  })
  expect(status).toBe(1)
  return stderr
}

test('explains in one line that the site does not answer', () => {
  expect(refuse([folder])).toMatch(/^The site does not answer: check ENCRE_ORIGIN\. \(.*\)\n$/)
})

test('names the file that a folder without a build lacks', () => {
  expect(refuse([join(folder, 'dist')])).toMatch(/^ENOENT: .*release\.json'\n$/)
})
