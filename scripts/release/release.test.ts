import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { newStatus } from '@encre/releases/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../lib/testing/serve.ts'
import { explainReleaseError } from './describe.ts'
import { runRelease } from './program.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Runs the command and returns its output. Throws what it prints when it fails. */
async function runWords(
  words: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const settings = { ENCRE_ORIGIN: 'http://127.0.0.1:1', ENCRE_RELEASE_TOKEN: 't', ...environment }
  for (const [name, value] of Object.entries(settings)) {
    vi.stubEnv(name, value)
  }
  const log = vi.spyOn(console, 'log').mockClear().mockReturnValue()
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw errors.mock.calls.join('')
  })
  await runRelease(words).catch((error: unknown) => {
    throw new Error(String(explainReleaseError(error)))
  })
  return log.mock.calls.join('\n')
}

/**
 * Runs the command for a site with these replies by method and path. Returns the output and the
 * bodies of the requests.
 */
async function run(
  words: string[],
  answers: Record<string, unknown>,
): Promise<{ output: string; sent: unknown[] }> {
  const sent: unknown[] = []
  const ENCRE_ORIGIN = await serve(async (request, response) => {
    const body = (await request.toArray()).join('')
    if (body) sent.push(JSON.parse(body))
    const answer = answers[`${request.method} ${request.url?.replace('/api/releases/', '')}`]
    response
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? null))
  })
  return { output: await runWords(words, { ENCRE_ORIGIN }), sent }
}

test('explains in one line that the site does not answer', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/release/main.ts'), 'status', 'gallery'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        ENCRE_ORIGIN: 'http://127.0.0.1:1',
        ENCRE_RELEASE_TOKEN: 't',
      },
    },
  )
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The site does not answer: check ENCRE_ORIGIN\. \(.*\)\n$/),
  ])
})

const released = newStatus()
const unreleased = newStatus({ remote: 'artists', current: null, revision: 0 })

const notWhole = 'It must be a whole number from'

test.each<{ name: string; words: string[]; sentence: string | RegExp }>([
  {
    name: 'an unknown remote',
    words: ['nothing'],
    sentence: /^error: .*\n\nUsage: npm run release [\s\S]* rollback /,
  },
  {
    name: 'an upload without the check in a browser',
    words: ['upload', 'gallery', '--without-mount', 'why'],
    sentence: "error: unknown option '--without-mount'",
  },
  {
    name: 'an empty share',
    words: ['canary', 'gallery', '--', ''],
    sentence: `${notWhole} 0 to 100.`,
  },
  {
    name: 'a share above 100',
    words: ['canary', 'gallery', '--', '101'],
    sentence: `${notWhole} 0 to 100.`,
  },
  {
    name: 'half a percent',
    words: ['canary', 'gallery', '--', '5.5'],
    sentence: `${notWhole} 0 to 100.`,
  },
])('refuses $name', async ({ words, sentence }) => {
  await expect(runWords(words)).rejects.toThrow(sentence)
})

test('refuses an option that npm consumed', async () => {
  // npm sets this variable for `npm run release gallery --without-mount=why`.
  const sentence = 'npm run release gallery -- --without-mount "why"'
  await expect(runWords(['gallery'], { npm_config_without_mount: 'why' })).rejects.toThrow(sentence)
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
  ])
})

const canary = { version: 'v2', share: 10 }

test.each<[string, string[], object, object, string]>([
  [
    'raises the share of the named canary, of the revision that it read',
    ['canary', 'gallery', '50', 'v2'],
    { GET: { ...released, canary }, POST: { ...released, canary: { version: 'v2', share: 50 } } },
    { version: 'v2', share: 50, revision: 7 },
    'gallery: 50 % get v2',
  ],
  [
    'sends the routes that visitors may lose, also in the history',
    [
      'promote',
      'gallery',
      'v2',
      '--drop-route',
      '/gallery/:id',
      '--drop-route',
      '/sketches',
      '--reason',
      'a fix',
    ],
    { POST: { ...released, current: 'v2' } },
    {
      version: 'v2',
      dropRoutes: ['/gallery/:id', '/sketches'],
      reason: 'a fix; drops /gallery/:id /sketches',
    },
    'gallery: everyone gets v2',
  ],
  [
    'explains that a rollback ended the canary only',
    ['rollback', 'gallery'],
    { GET: { ...released, previous: 'v0', canary }, POST: { ...released, previous: 'v0' } },
    { revision: 7 },
    'gallery: the canary v2 has ended. Everyone has v1; run this again to return to v0',
  ],
  [
    'withdraws a remote, with a reason',
    ['withdraw', 'gallery', '--reason', 'it deletes designs'],
    { GET: released, POST: { ...released, current: null, previous: 'v1' } },
    { revision: 7, reason: 'it deletes designs' },
    'gallery: nobody gets it now; npm run release rollback gallery brings v1 back',
  ],
])('%s', async (_, words, { GET, POST }: { GET?: object; POST?: object }, body, sentence) => {
  const { output, sent } = await run(words, {
    'GET gallery': GET,
    [`POST gallery/${words[0]}`]: POST,
  })
  expect([sent, output]).toEqual([[body], sentence])
})

test.each([
  {
    words: ['rollback', 'artists'],
    sentence: /^artists cannot be rolled back: it has no release$/,
  },
  {
    words: ['canary', 'artists', '10'],
    sentence: /^This repository cannot build artists\. It has account, gallery, generator\. .*$/,
  },
  {
    words: ['preview', 'gallery@v2', 'artists'],
    sentence: /^This repository cannot build artists\./,
  },
  {
    words: ['preview', 'gallery@v2', 'artists@v3', 'gallery'],
    sentence: /^gallery is named twice: name it once, /,
  },
  {
    words: ['preview', 'gallery@v2@v3'],
    sentence: /^"gallery@v2@v3" is no remote: .* as gallery@3f2a91c-9b01d2e4$/,
  },
  { words: ['preview', 'gallery@'], sentence: /^"gallery@" is no remote: / },
])('refuses what it cannot do, and says why: $words', async ({ words, sentence }) => {
  await expect(run(words, { 'GET artists': unreleased })).rejects.toThrow(sentence)
})

test('says that a remote has no release and no history', async () => {
  expect((await run(['status', 'artists'], { 'GET artists': unreleased })).output).toMatch(
    /^artists has no release on http:/,
  )
  expect(
    (await run(['history', 'artists'], { 'GET artists/history': { entries: [] } })).output,
  ).toBe('nothing has been released')
})

test('creates one link to the named versions of several remotes', async () => {
  const { output, sent } = await run(['preview', 'gallery@v2', 'artists@v3'], {
    'POST gallery/previews': { url: 'https://encre.test/p', expiresAt: '2026-11-22T10:00:00Z' },
  })
  expect(sent).toEqual([{ version: 'v2', with: [{ remote: 'artists', version: 'v3' }] }])
  expect(output).toMatch(/^https:\/\/encre\.test\/p\n.* gallery v2, artists v3 until /)
})

const id = '3f2a91c09b01'
const times = { createdAt: '2026-11-21T10:00:00Z', expiresAt: '2026-11-22T10:00:00Z' }
const author = 'team gallery'

test.each<[words: string, request: string, answer: object, output: string]>([
  [
    'previews gallery',
    'GET gallery/previews',
    { previews: [{ id, shown: 'v2', author, ...times }] },
    `${id}  v2  team gallery  until 2026-11-22T10:00:00Z`,
  ],
  [
    'tokens',
    'GET tokens',
    { tokens: [{ id, remote: 'gallery', author, ...times, lastUsedAt: null }] },
    `${id}  gallery  team gallery  created 2026-11-21T10:00:00Z  never used`,
  ],
  [`revoke ${id}`, `DELETE tokens/${id}`, {}, `revoked: ${id}`],
])('prints %s', async (words, request, answer, output) => {
  expect(await run(words.split(' '), { [request]: answer })).toEqual({ output, sent: [] })
})
