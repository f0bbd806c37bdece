import { env } from 'cloudflare:workers'
import { type PageManifest, readPageManifest } from '@encre/protocol/page-manifest'
import type { CreatedPreview, Previews } from '@encre/releases/registry'
import { beforeAll, expect, test, vi } from 'vitest'
import { previewMs } from '../../lifetimes.ts'
import { sweepRegistry } from '../../maintenance.ts'
import {
  ask,
  askPage,
  askReleases,
  codeOf,
  createTeamToken,
  postRelease,
  publish,
  register,
  revokeTokens,
} from '../../testing/site.ts'
import { signClaims } from '../tokens/signed-token.ts'

beforeAll(async () => {
  await publish('gallery', 'v1')
  await publish('generator', 'v1')
  await register('gallery', 'v2')
  await register('news', 'v1')
})

async function create(body: object = { version: 'v2' }, token?: string): Promise<string> {
  const answer = await postRelease('gallery/previews', body, token)
  expect(answer.status).toBe(201)
  return (await answer.json<CreatedPreview>()).url
}

/** Sends the form of a link's page, as a page of this origin. */
const confirm = (url: string, origin: string = env.SITE_ORIGIN) =>
  ask(url, { method: 'POST', headers: { origin } })

/** Opens a link as a browser does. Returns the cookie that it sets. */
const open = async (url: string) =>
  (await confirm(url)).headers.getSetCookie()[0]?.split(';')[0] ?? ''

async function visit(path: string, cookie = '', faults?: Partial<Env>) {
  const answer = await askPage(path, { headers: cookie ? { cookie } : {} }, faults)
  const html = await answer.text()
  return {
    status: answer.status,
    html,
    manifest: readPageManifest(html),
    timing: answer.headers.get('server-timing') ?? '',
  }
}

const versionsOf = ({ remotes }: PageManifest) =>
  remotes.map(({ name, current }) => `${name} ${current.version}`).sort()
const previewOf = async (cookie: string) => (await visit('/gallery', cookie)).manifest.preview

test('a link shows its version to the visitor who has opened it, and to nobody else', async () => {
  vi.setSystemTime(Date.now())
  const answer = await confirm(await create())
  expect(answer.headers.get('location')).toMatch(/\/gallery$/)
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^encre_preview=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  const previewed = await visit('/gallery', cookie)
  expect(versionsOf(previewed.manifest)).toEqual(['gallery v2', 'generator v1'])
  expect(previewed.manifest.preview).toEqual([{ remote: 'gallery', version: 'v2' }])
  expect(previewed.manifest.remotes.find(({ name }) => name === 'gallery')?.previous).toBeNull()
  expect(previewed.html).toContain('/remotes/gallery/v2/remote-entry.js')
  expect(previewed.html).toMatch(/<aside [^>]*>.*Quitter l’aperçu/)

  const other = await visit('/gallery')
  expect(versionsOf(other.manifest)).toEqual(['gallery v1', 'generator v1'])
  expect(other.manifest).not.toHaveProperty('preview')
  expect(other.html).not.toContain('<aside')
})

test.each(['https://evil.example', 'null', ''])(
  'a link asks on a page without scripts, also when "%s" sends its form',
  async (origin) => {
    const url = await create()
    for (const question of [await ask(url), await confirm(url, origin)]) {
      expect([question.status, question.headers.getSetCookie()]).toEqual([200, []])
      expect(question.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
      const html = await question.text()
      expect(html).toContain('<h1>Ouvrir l’aperçu de gallery ?</h1>')
      expect(html).not.toContain('<script')
    }
  },
)

test('a page with a preview has no token, so that it sends no health report, also during a canary', async () => {
  await register('gallery', 'v3')
  await postRelease('gallery/canary', { version: 'v3', share: 100 })
  const { manifest } = await visit('/gallery', await open(await create()))
  const { manifest: other } = await visit('/gallery')
  await postRelease('gallery/rollback', {})
  expect(versionsOf(manifest)).toContain('gallery v2')
  expect([manifest.token, other.token]).toEqual([undefined, expect.any(String)])
  expect(manifest.remotes.find(({ name }) => name === 'gallery')).not.toHaveProperty('canaryActive')
})

test('an open page is told the preview too', async () => {
  const cookie = await open(await create())
  const answer = await ask('/api/releases/compositions/current', { headers: { cookie } })
  expect(await answer.json()).toMatchObject({ preview: [{ remote: 'gallery', version: 'v2' }] })
})

test('the end of a preview returns to its page with the live version', async () => {
  const cookie = await open(await create())
  const page = `${env.SITE_ORIGIN}/gallery?style=ink`
  const answer = await ask('/api/releases/previews/end', {
    method: 'POST',
    headers: { cookie, referer: page },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/gallery?style=ink'])
  expect(answer.headers.getSetCookie()[0]).toMatch(/^encre_preview=; Max-Age=0; Path=\//)
  for (const referer of [
    'https://elsewhere.example/x',
    `${env.SITE_ORIGIN}//evil.example/x`,
    `${env.SITE_ORIGIN}/.//evil.example/x`,
  ]) {
    const elsewhere = await ask('/api/releases/previews/end', {
      method: 'POST',
      headers: { referer },
    })
    expect(elsewhere.headers.get('location')).toBe('/')
  }
})

test('a link ends after a day, and so does the preview of a visitor who has opened it', async () => {
  const url = await create()
  const cookie = await open(url)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + previewMs + 1 })
  const answer = await ask(url)
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []])
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(await answer.text()).toContain('<h1>Ce lien d’aperçu n’est plus valable</h1>')
  expect(await previewOf(cookie)).toBeUndefined()
})

const teamPreview = async () => {
  const token = await createTeamToken('gallery')
  const url = await create({ version: 'v2' }, token)
  return { token, url, cookie: await open(url) }
}
const listOpen = async (token?: string) =>
  (
    await (
      await askReleases('gallery/previews', token === undefined ? {} : { token })
    ).json<Previews>()
  ).previews

test('a preview ends with the token that created it, for the link and for those who have opened it', async () => {
  const { url, cookie } = await teamPreview()
  expect(await previewOf(cookie)).toEqual([{ remote: 'gallery', version: 'v2' }])
  await revokeTokens()
  expect((await ask(url)).status).toBe(410)
  expect(await previewOf(cookie)).toBeUndefined()
})

test('a team and the platform list the previews of a remote, and end one', async () => {
  for (const caller of ['team', 'platform']) {
    const { token, url, cookie } = await teamPreview()
    const [preview] = await listOpen(caller === 'team' ? token : undefined)
    expect(preview).toMatchObject({ shown: 'v2', author: 'team gallery' })
    const before = await listOpen()
    const address = `gallery/previews/${preview?.id}`
    const options = { method: 'DELETE', ...(caller === 'team' && { token }) }
    for (const status of [204, 404])
      expect((await askReleases(address, options)).status).toBe(status)
    expect(await listOpen()).toEqual(before.slice(1))
    expect((await ask(url)).status).toBe(410)
    expect(await previewOf(cookie)).toBeUndefined()
  }
})

test("a team cannot end another remote's preview", async () => {
  const { url } = await teamPreview()
  const [preview] = await listOpen()
  const token = await createTeamToken('generator')
  expect(
    (await askReleases(`generator/previews/${preview?.id}`, { method: 'DELETE', token })).status,
  ).toBe(404)
  expect((await ask(url)).status).toBe(200)
})

test('the cron deletes the previews that have ended', async () => {
  await teamPreview()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + previewMs + 1 })
  expect(await listOpen()).toEqual([])
  expect((await sweepRegistry(env)).previews).toBeGreaterThan(0)
  expect((await sweepRegistry(env)).previews).toBe(0)
})

test('a link is the work of this site and of this purpose only', async () => {
  const claims = {
    id: 'x',
    remote: 'gallery',
    version: 'v2',
    expires: Date.now() + 1000,
    visitor: 'v',
    versions: {},
  }
  const ofAnotherSite = await signClaims('another secret', claims)
  const ofAnotherPurpose = await signClaims('the-composition-secret-of-the-tests', claims)
  for (const token of [ofAnotherSite, ofAnotherPurpose, 'x.y', 'x']) {
    expect((await ask(`/api/releases/previews/${token}`)).status).toBe(410)
    expect(await previewOf(`encre_preview=${token}`)).toBeUndefined()
  }
})

const set = [
  { remote: 'gallery', version: 'v2' },
  { remote: 'generator', version: 'v2' },
  { remote: 'news', version: 'v1' },
]
const createSet = (token?: string) => create({ version: 'v2', with: set.slice(1) }, token)

test('a link shows versions of several remotes at once, also of one that nobody has', async () => {
  await register('generator', 'v2')
  const url = await createSet()
  const question = await (await ask(url)).text()
  expect(question).toContain('<h1>Ouvrir l’aperçu de gallery, generator et news ?</h1>')
  expect(question).toContain('Ces versions (v2, v2 et v1) ne sont pas celles de tout le monde.')

  const { manifest, html } = await visit('/gallery', await open(url))
  expect(versionsOf(manifest)).toEqual(['gallery v2', 'generator v2', 'news v1'])
  expect(manifest.preview).toEqual(set)
  expect(html).toContain(
    'Aperçu de <strong>gallery</strong>, <span>version v2</span> ; de <strong>generator</strong>, <span>version v2</span> ; de <strong>news</strong>, <span>version v1</span>.',
  )
})

test("the team of each remote lists a link to a set, and ends it for all of the set's remotes", async () => {
  await register('generator', 'v2')
  const url = await createSet(await createTeamToken('gallery'))
  const cookie = await open(url)
  const token = await createTeamToken('generator')
  const listed = await askReleases('generator/previews', { token })
  const [preview] = (await listed.json<Previews>()).previews
  expect(preview).toMatchObject({ shown: 'v2', author: 'team gallery' })
  const address = `generator/previews/${preview?.id}`
  expect((await askReleases(address, { method: 'DELETE', token })).status).toBe(204)
  expect((await ask(url)).status).toBe(410)
  expect(versionsOf((await visit('/gallery', cookie)).manifest)).toEqual([
    'gallery v1',
    'generator v1',
  ])
})

test.each([
  { with: [{ remote: 'generator', version: 'v9' }], refusal: [409, 'unknown-version'] },
  { with: [{ remote: 'gallery', version: 'v1' }], refusal: [400, 'invalid-request'] },
])('refuses a set with $with, and lists no part of it', async ({ with: others, refusal }) => {
  const before = await listOpen()
  const answer = await postRelease('gallery/previews', { version: 'v2', with: others })
  expect(await codeOf(answer)).toEqual(refusal)
  expect(await listOpen()).toEqual(before)
})

test('a page says of each remote which version it gets, why, and what share of the visitors does', async () => {
  await register('gallery', 'v3')
  await postRelease('gallery/canary', { version: 'v3', share: 40 })
  const visitors = Array.from({ length: 40 }, () => `encre_visitor=${crypto.randomUUID()}`)
  const timings = await Promise.all(
    visitors.map(async (cookie) => (await visit('/gallery', cookie)).timing.split(', ').slice(1)),
  )
  const previewed = await visit('/gallery', await open(await create()))
  const open3 = await visit('/gallery', await open(await create({ version: 'v3' })))
  await postRelease('gallery/rollback', {})
  const generator = 'generator;desc="v1 current 100 %"'
  expect(new Set(timings.map((timing) => timing.join()))).toEqual(
    new Set([
      `gallery;desc="v1 current 60 %",${generator}`,
      `gallery;desc="v3 canary 40 %",${generator}`,
    ]),
  )
  const { id } = previewed.manifest
  expect(previewed.timing).toBe(
    `composition;desc="${id}", gallery;desc="v2 preview 0 %", ${generator}`,
  )
  expect(open3.timing).toContain('gallery;desc="v3 preview 40 %"')
})
