import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { versionOf } from './version.ts'
import { root } from './workspace.ts'

const archive = mkdtempSync(join(tmpdir(), 'encre-archive-'))
afterAll(() => rmSync(archive, { recursive: true }))

it('gives a downloaded archive the version of the same sources under git, without the commit', () => {
  const skipped = /\/(node_modules|dist|\.wrangler)$/
  for (const path of ['shell', 'remotes', 'shared', 'workers', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    cpSync(join(root, path), join(archive, path), { recursive: true, filter: (source) => !skipped.test(source) })
  }
  for (const folder of ['shell', 'remotes/gallery']) {
    const [, hash] = versionOf(folder).split('-')
    expect(versionOf(folder, archive)).toBe(`0000000-${hash}`)
  }
})
