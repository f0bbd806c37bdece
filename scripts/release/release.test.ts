import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { expect, test } from 'vitest'

/** Runs the command for a site that does not answer. Returns its error output. */
function refuse(words: string[], environment: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/release/main.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ENCRE_ORIGIN: 'http://127.0.0.1:1', ENCRE_RELEASE_TOKEN: 't', ...environment },
  })
  expect(status).toBe(1)
  return stderr
}

/** Runs the command for a site with these replies by method and path. Returns the output and the bodies of the requests. */
async function run(words: string[], answers: Record<string, unknown>): Promise<{ output: string; sent: unknown[] }> {
  const sent: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    if (body) sent.push(JSON.parse(body))
    const answer = answers[`${request.method} ${request.url?.replace('/api/releases/', '')}`]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? null))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const environment = {
    ...process.env,
    NODE_OPTIONS: '',
    ENCRE_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ENCRE_RELEASE_TOKEN: 't',
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/release/main.ts'), ...words], { env: environment })
    return { output: stdout, sent }
  } finally {
    server.close()
  }
}

test('refuses an option that npm consumed', () => {
  // npm sets this variable for `npm run release gallery --without-mount=why`.
  expect(refuse(['gallery'], { npm_config_without_mount: 'why' })).toContain('npm run release gallery -- --without-mount "why"')
})

test.each([[[]], [['gallery', '--force']], [['gallery', '--without-mount']], [['gallery', 'now']], [['nothing']]])(
  'refuses %j and prints the commands',
  (words) => {
    expect(refuse(words)).toMatch(/^error: .*\n\nUsage: npm run release [\s\S]* rollback /)
  },
)

test.each(['', '101', '-1', '5.5', 'all'])('refuses a canary for "%s" percent', (percent) => {
  expect(refuse(['canary', 'gallery', '--', percent])).toContain('It must be a whole number from 0 to 100.')
})

test.each([
  ['status', '--days', 'x'],
  ['prune', 'gallery', 'x'],
  ['preview', 'gallery', '--live', '80'],
])('refuses a number out of range: %s %s %s', (...words) => {
  expect(refuse(words)).toContain('It must be a whole number from')
})

test('refuses an upload without the check in a browser, since the history would not mention it', () => {
  expect(refuse(['upload', 'gallery', '--without-mount', 'why'])).toContain("error: unknown option '--without-mount'")
})

test('explains in one line that the site does not answer', () => {
  expect(refuse(['status', 'gallery'])).toMatch(/^The site does not answer: check ENCRE_ORIGIN\. \(.*\)\n$/)
})

test('prints the history with the replaced versions', async () => {
  const entry = { at: '2026-11-20T10:00:00.000Z', author: 'Zoé', share: null, reason: null }
  const entries = [
    { ...entry, action: 'rollback', version: 'v1', replaced: 'v2', reason: 'it broke' },
    { ...entry, action: 'canary', version: 'v2', replaced: 'v1', share: 10 },
    { ...entry, action: 'promote', version: 'v1', replaced: 'v1' },
    { ...entry, action: 'promote', version: 'v1', replaced: null },
  ]
  const { output } = await run(['history', 'gallery'], { 'GET gallery/history': { entries } })
  expect(output.split('\n')).toEqual([
    '2026-11-20T10:00:00.000Z  rollback  v1  instead of v2  Zoé  it broke',
    '2026-11-20T10:00:00.000Z  canary  v2  instead of v1  10 %  Zoé',
    '2026-11-20T10:00:00.000Z  promote  v1  Zoé',
    '2026-11-20T10:00:00.000Z  promote  v1  Zoé',
    '',
  ])
})

test('raises the share of the named canary and sends the revision that it read', async () => {
  const channel = { remote: 'gallery', current: 'v1', previous: null, canary: { version: 'v2', share: 10 }, revision: 7 }
  const { output, sent } = await run(['canary', 'gallery', '50', 'v2'], {
    'GET gallery': { ...channel, versions: [] },
    'POST gallery/canary': { ...channel, canary: { version: 'v2', share: 50 } },
  })
  expect(sent).toEqual([{ version: 'v2', share: 50, revision: 7 }])
  expect(output).toBe('gallery: 50 % get v2\n')
})

test('sends the routes that visitors may lose, also in the history', async () => {
  const channel = { remote: 'gallery', current: 'v2', previous: 'v1', canary: null, revision: 8 }
  const words = ['promote', 'gallery', 'v2', '--drop-route', '/gallery/:id', '--drop-route', '/sketches', '--reason', 'a fix']
  const { sent } = await run(words, { 'POST gallery/promote': channel })
  const dropRoutes = ['/gallery/:id', '/sketches']
  expect(sent).toEqual([{ version: 'v2', dropRoutes, reason: 'a fix; drops /gallery/:id /sketches' }])
})

test('explains that a rollback ended the canary only', async () => {
  const channel = { remote: 'gallery', current: 'v1', previous: 'v0', canary: null, revision: 8 }
  const { output, sent } = await run(['rollback', 'gallery'], {
    'GET gallery': { ...channel, canary: { version: 'v2', share: 10 }, revision: 7, versions: [] },
    'POST gallery/rollback': channel,
  })
  expect(sent).toEqual([{ revision: 7 }])
  expect(output).toContain('the canary v2 has ended. Everyone has v1; run this again to return to v0')
})

test('says why a remote cannot be rolled back, and sends nothing', async () => {
  const channel = { remote: 'gallery', current: null, previous: null, canary: null, revision: 0, versions: [] }
  await expect(run(['rollback', 'gallery'], { 'GET gallery': channel })).rejects.toMatchObject({
    stderr: 'gallery cannot be rolled back: it has no release\n',
  })
})

test('withdraws a remote, with a reason', async () => {
  const channel = { remote: 'gallery', current: 'v1', previous: null, canary: null, revision: 8 }
  const { output, sent } = await run(['withdraw', 'gallery', '--reason', 'it deletes designs'], {
    'GET gallery': { ...channel, versions: [] },
    'POST gallery/withdraw': { ...channel, current: null, previous: 'v1', revision: 9 },
  })
  expect(sent).toEqual([{ revision: 8, reason: 'it deletes designs' }])
  expect(output).toBe('gallery: nobody gets it now; npm run release rollback gallery brings v1 back\n')
})

test.each([
  ['canary', 'artists', '10'],
  ['preview', 'artists'],
  ['preview', 'artists', '--live'],
])('refuses to build a remote of another repository: %s', async (...words) => {
  const channel = { remote: 'artists', current: null, previous: null, canary: null, revision: 0, versions: [] }
  await expect(run(words, { 'GET artists': channel })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^This repository cannot build artists\. It has account, gallery, generator; .*\n$/),
  })
})

test('says that a remote has no release and no history', async () => {
  const channel = { remote: 'artists', current: null, previous: null, canary: null, revision: 0, versions: [] }
  expect((await run(['status', 'artists'], { 'GET artists': channel })).output).toMatch(/^artists has no release on http:/)
  expect((await run(['history', 'artists'], { 'GET artists/history': { entries: [] } })).output).toBe('nothing has been released\n')
})

test('lists the open previews of a remote', async () => {
  const preview = {
    id: '3f2a91c09b01',
    shown: 'v2',
    author: 'team gallery',
    createdAt: '2026-11-21T10:00:00Z',
    expiresAt: '2026-11-22T10:00:00Z',
  }
  const { output } = await run(['previews', 'gallery'], { 'GET gallery/previews': { previews: [preview] } })
  expect(output).toBe('3f2a91c09b01  v2  team gallery  until 2026-11-22T10:00:00Z\n')
})
