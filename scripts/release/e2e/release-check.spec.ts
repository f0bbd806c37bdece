import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { readRelease } from '@encre/releases'
import { findMember, type Member } from '@encre/releases/browser'
import { compareVersions } from '@encre/releases/compare-versions'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { createVariant, writeVariant } from '../../../shell/e2e/variants.ts'

// The check of `npm run release` before the upload: a build beside the live version. `npm test --
// --long releases` tries a fault of each kind.
const built = join(root, 'remotes/account/dist')

// Many pages, on a machine that may be busy.
test.setTimeout(1_200_000)

async function tryBuild(directory: string, origin: string, member: Member | null) {
  return compareVersions({
    origin,
    directory,
    tree: root,
    release: readRelease(directory),
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    member,
    say: () => {},
    allowed: { polyfills: [] },
  })
}

/** Tries the build of the account with a statement before its entry. Returns all failures. */
async function tryEntry(statement: string, origin: string): Promise<string> {
  const version = `broken-${Date.now().toString(36)}`
  const directory = writeVariant(
    await createVariant('account', version, (text, file) =>
      file === 'remote-entry.js' ? `${statement};${text}` : text,
    ),
  )
  try {
    const { failures } = await tryBuild(directory, origin, await findMember(origin))
    return failures.join('\n')
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test('finds the timer that a build leaves behind', async ({ baseURL }) => {
  expect(await tryEntry('setInterval(() => {}, 1000)', baseURL ?? '')).toMatch(
    /after it was left, .*setInterval of 1000 ms still waits/,
  )
})

test('accepts the build that is live, and nothing of it has changed', async ({ baseURL }) => {
  const { failures, compared } = await tryBuild(
    built,
    baseURL ?? '',
    await findMember(baseURL ?? ''),
  )
  expect(failures).toEqual([])
  expect(compared.flatMap(({ changes, picture }) => [...changes, picture.text])).toEqual(
    compared.map(() => ''),
  )
})

test('reports a site that stops answering', async () => {
  const { failures } = await tryBuild(built, 'http://localhost:1', null)
  expect(failures).toContainEqual(expect.stringMatching(/^\/\S+ for .*: the site did not answer/))
})

test('reports a member that cannot sign in, by name', async ({ baseURL }) => {
  const member = { email: 'nobody@encre.test', password: 'aiguille-fine-7' }
  const { failures } = await tryBuild(built, baseURL ?? '', member)
  expect(failures).toContainEqual(expect.stringContaining('nobody@encre.test could not sign in'))
})
