import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './version.ts'

/** What the command says of a site that is not there. */
function refuse(words: string[], environment: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/release.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ENCRE_ORIGIN: 'http://127.0.0.1:1', ENCRE_RELEASE_TOKEN: 't', ...environment },
  })
  expect(status).toBe(1)
  return stderr
}

test('an option that npm kept for itself is not lost without a word', () => {
  // What `npm run release gallery --without-mount=why` hands on.
  expect(refuse(['gallery'], { npm_config_without_mount: 'why' })).toContain('npm run release gallery -- --without-mount "why"')
})

test.each([[['gallery', '--force']], [['gallery', '--without-mount']], [['nothing']]])('%j is answered with what there is', (words) => {
  expect(refuse(words)).toContain('npm run release <remote>  ')
})

test('an upload, of which no history is written, is not let through untried', () => {
  expect(refuse(['upload', 'gallery', '--without-mount', 'why'])).toContain('--without-mount is for a release or a canary')
})

test('a site that does not answer is said in one line', () => {
  expect(refuse(['status', 'gallery'])).toMatch(/^The site does not answer: look at ENCRE_ORIGIN\. \(.*\)\n$/)
})
