import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { integrityOf } from '@encre/protocol/integrity'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { findMember } from '../check-member.ts'
import { findMountFailures, type Member } from '../mount-check.ts'
import { readRelease } from '../release-check.ts'

// The check of `npm run release` before the upload: the build of a remote in the live shell.
const built = join(root, 'remotes/gallery/dist')

// Two browsers each, on a machine that may be busy.
test.setTimeout(120_000)

async function tryBuild(directory: string, origin: string, member: Member | null): Promise<string[]> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  return findMountFailures({ origin, directory, release: readRelease(directory), executablePath, member })
}

test('accepts a build that works', async ({ baseURL }) => {
  expect(await tryBuild(built, baseURL ?? '', await findMember(baseURL ?? ''))).toEqual([])
})

test('reports a site that stops answering', async () => {
  expect(await tryBuild(built, 'http://localhost:1', null)).toEqual(['/gallery for a visitor: the site did not answer'])
})

test('reports a member that cannot sign in, by name', async ({ baseURL }) => {
  const member = { email: 'nobody@encre.test', password: 'aiguille-fine-7' }
  expect(await tryBuild(built, baseURL ?? '', member)).toEqual([expect.stringContaining('nobody@encre.test could not sign in')])
})

test('reports why a build throws', async ({ baseURL }, testInfo) => {
  const directory = testInfo.outputPath('broken')
  cpSync(built, directory, { recursive: true })
  const release = readRelease(directory)
  const broken = `throw new Error('this build is broken');${readFileSync(join(directory, release.entry), 'utf8')}`
  writeFileSync(join(directory, release.entry), broken)
  release.files[release.entry] = { bytes: broken.length, integrity: await integrityOf(broken) }
  writeFileSync(join(directory, 'release.json'), JSON.stringify(release))

  const failures = await tryBuild(directory, baseURL ?? '', await findMember(baseURL ?? ''))
  expect(failures).toContain('/gallery for a member: nothing of it was shown')
  expect(failures.join('\n')).toContain('this build is broken')
  rmSync(directory, { recursive: true })
})
