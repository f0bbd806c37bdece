import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { expect, test } from 'vitest'

/** What the command says of a site that is not there. */
function refuse(words: string[], environment: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/release/main.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ENCRE_ORIGIN: 'http://127.0.0.1:1', ENCRE_RELEASE_TOKEN: 't', ...environment },
  })
  expect(status).toBe(1)
  return stderr
}

/** What the command says of a site that answers so, by method and path, and what it sent there. */
async function say(words: string[], answers: Record<string, unknown>): Promise<{ said: string; sent: unknown[] }> {
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
    return { said: stdout, sent }
  } finally {
    server.close()
  }
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

test('the history says what was taken back', async () => {
  const entry = { at: '2026-11-20T10:00:00.000Z', author: 'Zoé', share: null, reason: null }
  const entries = [
    { ...entry, action: 'rollback', version: 'v1', replaced: 'v2', reason: 'it broke' },
    { ...entry, action: 'canary', version: 'v2', replaced: 'v1', share: 10 },
    { ...entry, action: 'promote', version: 'v1', replaced: 'v1' },
    { ...entry, action: 'promote', version: 'v1', replaced: null },
  ]
  const { said } = await say(['history', 'gallery'], { 'GET gallery/history': { entries } })
  expect(said.split('\n')).toEqual([
    '2026-11-20T10:00:00.000Z  rollback  v1  instead of v2  Zoé  it broke',
    '2026-11-20T10:00:00.000Z  canary  v2  instead of v1  10 %  Zoé',
    '2026-11-20T10:00:00.000Z  promote  v1  Zoé',
    '2026-11-20T10:00:00.000Z  promote  v1  Zoé',
    '',
  ])
})

test("a running canary's share is raised as it is, unless somebody changes it meanwhile", async () => {
  const channel = { remote: 'gallery', current: 'v1', previous: null, canary: { version: 'v2', share: 10 }, revision: 7 }
  const { said, sent } = await say(['canary', 'gallery', '50'], {
    'GET gallery': { ...channel, versions: [] },
    'POST gallery/canary': { ...channel, canary: { version: 'v2', share: 50 } },
  })
  expect(sent).toEqual([{ version: 'v2', share: 50, revision: 7 }])
  expect(said).toBe('gallery: 50 % get v2\n')
})

test('a rollback that only took back the canary says so', async () => {
  const channel = { remote: 'gallery', current: 'v1', previous: 'v0', canary: null, revision: 8 }
  const { said, sent } = await say(['rollback', 'gallery'], {
    'GET gallery': { ...channel, canary: { version: 'v2', share: 10 }, revision: 7, versions: [] },
    'POST gallery/rollback': channel,
  })
  expect(sent).toEqual([{ revision: 7 }])
  expect(said).toContain('nobody gets the canary v2 any more. Everyone has v1; to go back from it too, run this again')
})
