import { root } from '@encre/build/workspace'
import { createToken, getStatus, listHistory, promote } from '@encre/releases'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { openRegistry, upload } from '../../../shell/e2e/registry.ts'
import { createVariant } from '../../../shell/e2e/variants.ts'
import { runRelease } from '../../lib/testing/run-release.ts'

const registry = openRegistry()

// The command checks the types and builds the remote, beside the other tests.
test.setTimeout(600_000)

/** Runs `npm run release <words>` as somebody who calls this machine by its number. */
async function release(words: string[], token = registry.token): Promise<string> {
  const origin = registry.origin.replace('localhost', '127.0.0.1')
  return (await runRelease({ origin, token }, root, words)).output
}

/** Gives everyone another version than the built one during `work`. */
async function withOtherVersion(work: (built: string) => Promise<void>): Promise<void> {
  const built = (await getStatus(registry, 'gallery')).current ?? ''
  const other = `other-${Date.now().toString(36)}`
  await upload(registry, await createVariant('gallery', other))
  await promote(registry, 'gallery', { version: other })
  await work(built).finally(() => promote(registry, 'gallery', { version: built }))
}

test('starts a release as a canary with its reason, and a second time says so', () =>
  withOtherVersion(async (built) => {
    expect(await release(['gallery', '--without-mount', 'no browser here'])).toContain(
      `gallery: 10 % get ${built}; the share grows`,
    )
    expect((await listHistory(registry, 'gallery'))[0]).toMatchObject({
      action: 'canary',
      version: built,
      reason: 'without a check in a browser: no browser here',
    })
    expect((await getStatus(registry, 'gallery')).canary).toEqual({ version: built, share: 10 })
    expect(await release(['gallery'])).toBe(`gallery ${built} is the canary already, for 10 %\n`)
  }))

test("uploads the shell's files with the platform token, and with no team token", async () => {
  expect(await release(['shell'])).toMatch(/^shell [0-9a-z-]+: 0 new files are uploaded/)
  expect(await release(['prune', 'shell'])).toBe('nothing to delete\n')
  const token = await createToken(registry, 'gallery', 'gallery team')
  expect(await release(['shell'], token)).toMatch(/^This token does not allow that/)
})
