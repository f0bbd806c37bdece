import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { lastBackupKey } from '@encre/protocol/backup'
import { shellApiVersions } from '@encre/protocol/page-manifest'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { healthCachedForMs } from './health.ts'
import { clearCachedRemotes } from './registry/releases/live-remotes.ts'
import { withHangingCall } from './testing/hang.ts'
import { ask, askReleases, buildRelease, migrate, publish } from './testing/site.ts'
import worker from './worker.ts'

const broken = 'ok gallery\ninfo gallery two\nwarn gallery old\nfail gallery images'
const allWell = `ok shell
ok shell registry
ok shell releases
ok generator
ok generator database
ok gallery
ok gallery database
ok account
ok account database
`

async function readHealth(faults = {}, path = '/api/health/deep') {
  const response = await ask(path, {}, faults)
  return [response.status, await response.text()]
}

test('lists every worker and dependency', async () => {
  expect(await readHealth()).toEqual([200, allWell])
})

test('is alive while other workers are not', async () => {
  const gone = { fetch: () => Promise.reject(new Error('gone')) }
  const own = 'ok shell\nok shell registry\nok shell releases\n'
  expect(await readHealth({ GALLERY: gone }, '/api/health')).toEqual([200, own])
})

interface Fault {
  worker: string
  fetch: (hang: () => Promise<never>) => Promise<Response>
  line: string
}

test.each<Fault>([
  { worker: 'hangs', fetch: (hang) => hang(), line: 'fail gallery timeout' },
  {
    worker: 'is gone',
    fetch: () => Promise.reject(new Error('gone')),
    line: 'fail gallery unreachable',
  },
  {
    worker: 'answers something else',
    fetch: async () => new Response('<html>'),
    line: 'fail gallery 200',
  },
  {
    worker: 'answers an error',
    fetch: async () => new Response('ok gallery\n', { status: 500 }),
    line: 'fail gallery 500',
  },
  {
    worker: 'has a broken part',
    fetch: async () => new Response(`${broken}\n`, { status: 503 }),
    line: broken,
  },
])('reports a worker that $worker, and every other as before', async ({ fetch, line }) => {
  const health = await withHangingCall((hang) =>
    readHealth({ GALLERY: { fetch: () => fetch(hang) } }),
  )
  expect(health).toEqual([503, allWell.replace('ok gallery\nok gallery database', line)])
})

test("reports the shell's own database", async () => {
  const DB = { prepare: () => ({ first: () => Promise.reject(new Error('gone')) }) }
  expect(await readHealth({ DB })).toEqual([
    503,
    allWell.replace('ok shell registry', 'fail shell registry unreachable'),
  ])
})

test('a shell with an older React than a live remote needs is not healthy, so no deployment gives it to anyone', async () => {
  await publish('newer', 'v1')
  const { release } = await buildRelease('newer', 'v1', { shared: { react: '^19.99.0' } })
  await env.DB.prepare("update releases set release = ? where remote = 'newer'")
    .bind(JSON.stringify(release))
    .run()
  clearCachedRemotes()
  const refused = expect.stringMatching(
    /^fail shell remote newer: it needs react \^19\.99\.0, the live shell has 19\./m,
  )
  expect(await readHealth({ SITE_OWNER: 'another isolate' }, '/api/health')).toEqual([503, refused])
  await migrate()
})

test('while the shell offers two versions of the ShellApi, a line names each release that needs the older one', async () => {
  // As a shell does that offers version 2 too.
  const offered = shellApiVersions as number[]
  offered.unshift(2)
  onTestFinished(() => void offered.shift())
  await publish('gallery', 'v1')
  await publish('account', 'v1', { shellApi: 2 })
  clearCachedRemotes()
  expect(await readHealth({}, '/api/health')).toEqual([
    200,
    'ok shell\nok shell registry\nok shell releases\ninfo shell remote gallery: it needs version 1 of the ShellApi, the newest is 2\n',
  ])
  await migrate()
})

test('asks the dependencies once for a flood of requests, and again a little later', async () => {
  let requests = 0
  const gallery = {
    fetch: async () => new Response(`ok gallery ${++requests}\n`),
  } as unknown as Fetcher
  const bindings = { ...env, GALLERY: gallery }
  const read = async () => {
    const context = createExecutionContext()
    const request = new Request(new URL('/api/health/deep', env.SITE_ORIGIN))
    return (
      await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, context)
    ).text()
  }
  // The clock stands still: on a busy machine, twenty requests take longer than a cached answer
  // lasts.
  vi.useFakeTimers({ toFake: ['Date'] })
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, read))
  expect(new Set(others)).toEqual(new Set([first]))
  expect(requests).toBe(1)
  vi.setSystemTime(Date.now() + healthCachedForMs)
  await read()
  expect(requests).toBe(2)
})

describe('metrics', () => {
  beforeEach(migrate)

  const read = async () => {
    const answer = await ask('/api/metrics', {
      headers: { authorization: 'Bearer the-metrics-token-of-the-tests' },
    })
    expect(answer.status).toBe(200)
    return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  }

  test('counts changes of the channels, the share of a canary and the failures of the last hour', async () => {
    await publish('gallery', 'v1')
    const insert = env.DB.prepare(
      'insert into health_reports (remote, version, visitor, address, outcome, at) values (?, ?, ?, ?, ?, ?)',
    )
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    await env.DB.batch([
      insert.bind('gallery', 'v1', 'a', 'x', 'load-failed', ago(60_000)),
      insert.bind('gallery', 'v1', 'b', 'x', 'ok', ago(60_000)),
      insert.bind('gallery', 'v1', 'c', 'x', 'load-failed', ago(3_700_000)),
      insert.bind('gallery', 'v1', 'd', 'y', 'error', ago(60_000)),
      insert.bind('gallery', 'v1', 'e', 'z', 'started', ago(120_000)),
      insert.bind('gallery', 'v1', 'f', 'w', 'started', ago(30_000)),
    ])
    await env.DB.prepare("update channels set canary = 'v2', canary_share = 25").run()
    const lines = await read()
    expect(lines).toContain('encre_canary_share{remote="gallery"} 25')
    expect(lines.filter((line) => line.startsWith('encre_page_failures'))).toEqual([
      'encre_page_failures{remote="gallery",kind="error"} 1',
      'encre_page_failures{remote="gallery",kind="load-failed"} 1',
      'encre_page_failures{remote="gallery",kind="silent"} 1',
    ])
    expect(
      lines.find((line) => line.startsWith('encre_channel_changes_total{remote="gallery"')),
    ).toMatch(/ 1$/)
  })

  test('tells the size of the database, and the age of the last backup and drill once there is one', async () => {
    const figureOf = async (name: string) =>
      Number((await read()).find((line) => line.startsWith(`${name} `))?.split(' ')[1])
    expect(await figureOf('encre_database_bytes')).toBeGreaterThan(4096)
    expect(await figureOf('encre_backup_age_seconds')).toBeNaN()
    expect(await figureOf('encre_drill_age_seconds')).toBeNaN()
    const drilled = new Date(Date.now() - 3_600_000).toISOString()
    await env.RELEASES.put(lastBackupKey, '', { customMetadata: { drilled } })
    vi.setSystemTime(Date.now() + 90_000)
    expect(await figureOf('encre_backup_age_seconds')).toBeGreaterThanOrEqual(89)
    expect(await figureOf('encre_drill_age_seconds')).toBeGreaterThanOrEqual(3689)
    await env.RELEASES.delete(lastBackupKey)
  })

  test('answers nobody without the token, and no team', async () => {
    expect((await ask('/api/metrics')).status).toBe(401)
    expect((await askReleases('../metrics')).status).toBe(401)
  })
})
