import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { getStatus, listHistory, mintToken, promote } from '@encre/registry-client'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { openRegistry, upload } from '../../../shell/e2e/registry.ts'
import { createVariant } from '../../../shell/e2e/variants.ts'

const registry = openRegistry()

/** `npm run release <words>`: what it says, refused or not. */
async function release(words: string[], token = registry.token): Promise<string> {
  // Node says on stderr that it has two wishes about colours.
  const environment = {
    ...process.env,
    NO_COLOR: undefined,
    ENCRE_ORIGIN: registry.origin.replace('localhost', '127.0.0.1'),
    ENCRE_RELEASE_TOKEN: token,
  }
  return promisify(execFile)(process.execPath, [join(root, 'scripts/release/main.ts'), ...words], { env: environment }).then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr,
  )
}

test('a release without a trial is given to everyone, and the history says why', async () => {
  const built = (await getStatus(registry, 'gallery')).current ?? ''
  const other = `other-${Date.now().toString(36)}`
  await upload(registry, createVariant('gallery', other))
  await promote(registry, 'gallery', { version: other })
  try {
    const said = await release(['gallery', '--without-mount', 'no browser here', '--reason', 'a fix'])
    expect(said).toBe(`gallery: everyone gets ${built}\n`)
    expect((await listHistory(registry, 'gallery'))[0]).toMatchObject({
      action: 'promote',
      version: built,
      replaced: other,
      reason: 'a fix; without a trial: no browser here',
    })
  } finally {
    await promote(registry, 'gallery', { version: built })
  }
})

test("the shell's files are kept with the platform's token, and with no team's", async () => {
  expect(await release(['shell'])).toMatch(/^shell [0-9a-f-]+: 0 new files are kept/)
  expect(await release(['prune', 'shell'])).toBe('nothing to forget\n')
  const token = await mintToken(registry, 'gallery', 'gallery team')
  expect(await release(['shell'], token)).toMatch(/^This token does not reach that/)
})

test('a token is made, listed by its name alone, and revoked', async () => {
  const team = `team ${Date.now().toString(36)}`
  const token = (await release(['token', 'gallery', team])).trim()
  expect(await release(['status', 'gallery'], token)).toContain('current')
  const listed = await release(['tokens'])
  expect(listed).not.toContain(token)
  const [name = ''] = listed.match(new RegExp(`^[0-9a-f]{12}(?=  gallery  ${team}  created .*  used )`, 'm')) ?? []

  expect(await release(['revoke', name])).toBe(`revoked: ${name}\n`)
  expect(await release(['status', 'gallery'], token)).toMatch(/^The site does not know this token/)
  expect(await release(['revoke', name])).toContain(`no token is called ${name}`)
})
