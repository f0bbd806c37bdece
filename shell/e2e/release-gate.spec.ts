import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelease } from 'encre/scripts/release/gate'
import { findMember } from 'encre/scripts/release/gate-member'
import { findMountFailures } from 'encre/scripts/release/mount'
import { root } from 'encre/scripts/version'
import { expect, test } from './fixtures.ts'

// What `npm run release` does before it uploads anything: the build of a remote in the live shell.
const built = join(root, 'remotes/gallery/dist')

// Two browsers each, on a machine that may be busy.
test.setTimeout(120_000)

async function tryBuild(directory: string, baseURL: string | undefined): Promise<string[]> {
  const origin = baseURL ?? ''
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  return findMountFailures({ origin, directory, release: readRelease(directory), executablePath, member: await findMember(origin) })
}

test('a build that works is let through', async ({ baseURL }) => {
  expect(await tryBuild(built, baseURL)).toEqual([])
})

test('a build that throws is held back, and the reason is named', async ({ baseURL }, testInfo) => {
  const directory = testInfo.outputPath('broken')
  cpSync(built, directory, { recursive: true })
  const release = readRelease(directory)
  const broken = `throw new Error('this build is broken');${readFileSync(join(directory, release.entry), 'utf8')}`
  writeFileSync(join(directory, release.entry), broken)
  release.files[release.entry] = { bytes: broken.length, integrity: `sha384-${createHash('sha384').update(broken).digest('base64')}` }
  writeFileSync(join(directory, 'release.json'), JSON.stringify(release))

  const failures = await tryBuild(directory, baseURL)
  expect(failures).toContain('/gallery for a member: nothing of it was shown')
  expect(failures.join('\n')).toContain('this build is broken')
  rmSync(directory, { recursive: true })
})
