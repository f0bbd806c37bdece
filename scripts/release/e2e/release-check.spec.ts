import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { createVariant, writeVariant } from '../../../shell/e2e/variants.ts'
import { findMountFailures } from '../mount-check.ts'
import type { Member } from '../release-browser.ts'
import { findMember } from '../release-browser.ts'
import { readRelease } from '../release-check.ts'

// The check of `npm run release` before the upload: the build of a remote in the live shell.
const built = join(root, 'remotes/gallery/dist')

// Two browsers each, on a machine that may be busy.
test.setTimeout(120_000)

async function tryBuild(
  directory: string,
  origin: string,
  member: Member | null,
): Promise<string[]> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  return findMountFailures({
    origin,
    directory,
    release: readRelease(directory),
    executablePath,
    member,
  })
}

test('accepts a build that works', async ({ baseURL }) => {
  expect(await tryBuild(built, baseURL ?? '', await findMember(baseURL ?? ''))).toEqual([])
})

test('reports a site that stops answering', async () => {
  expect(await tryBuild(built, 'http://localhost:1', null)).toEqual([
    expect.stringMatching(/^\/\S+ for a visitor.*: the site did not answer$/),
  ])
})

test('reports a member that cannot sign in, by name', async ({ baseURL }) => {
  const member = { email: 'nobody@encre.test', password: 'aiguille-fine-7' }
  expect(await tryBuild(built, baseURL ?? '', member)).toEqual([
    expect.stringContaining('nobody@encre.test could not sign in'),
  ])
})

test('reports why a build throws', async ({ baseURL }) => {
  const failures = await tryVariant(baseURL, (text, file) =>
    file === 'remote-entry.js' ? `throw new Error('this build is broken');${text}` : text,
  )
  expect(failures).toContain('/gallery for a member: nothing of it was shown')
  expect(failures.join('\n')).toContain('this build is broken')
})

test('sees what only members with designs see', async ({ baseURL }) => {
  const failures = await tryVariant(
    baseURL,
    replace('"article"', '(()=>{throw Error("broken card")})()'),
  )
  expect(failures.join('\n')).toContain('/gallery for a member with full answers: [composition')
  expect(failures.join('\n')).toContain('broken card')
  expect(failures.join('\n')).not.toMatch(/for a visitor|for a member:|with empty answers/)
})

test('reports an error that the build logs', async ({ baseURL }) => {
  const failures = await tryVariant(
    baseURL,
    replace('"article"', '(console.error("a key is missing"),"article")'),
  )
  expect(failures).toContain('/gallery for a member with full answers: a key is missing')
  expect(failures.filter((failure) => !failure.endsWith(': a key is missing'))).toEqual([])
})

/** An edit of the built scripts, which must contain the text. */
function replace(text: string, by: string): (source: string, file: string) => string {
  return (source, file) => (file.endsWith('.js') ? source.replaceAll(text, by) : source)
}

async function tryVariant(
  origin: string | undefined,
  edit: (text: string, file: string) => string,
): Promise<string[]> {
  const directory = writeVariant(
    await createVariant('gallery', `broken-${Date.now().toString(36)}`, edit),
  )
  try {
    return await tryBuild(directory, origin ?? '', await findMember(origin ?? ''))
  } finally {
    rmSync(directory, { recursive: true })
  }
}
