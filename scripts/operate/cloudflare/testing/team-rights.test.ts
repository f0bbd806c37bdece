import { beforeEach, expect, it } from 'vitest'
import { type FakeCloudflare, startFakeCloudflare } from './fake-cloudflare.ts'

let cloudflare: FakeCloudflare
beforeEach(async () => {
  cloudflare = await startFakeCloudflare()
  cloudflare.teamTokens.set('gallery-token', 'encre-gallery')
  for (const name of ['encre-gallery', 'encre-shell']) {
    cloudflare.scripts.set(name, { versions: [], deployments: [] })
  }
})

async function call(method: string, path: string, token = 'gallery-token'): Promise<number> {
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID } = cloudflare.variables
  const { status } = await fetch(
    `${CLOUDFLARE_API_BASE_URL}/accounts/${CLOUDFLARE_ACCOUNT_ID}${path}`,
    {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    },
  )
  return status
}

it.each([
  ['PUT', '/workers/scripts/encre-shell'],
  ['POST', '/workers/scripts/encre-shell/versions'],
  ['POST', '/workers/scripts/encre-shell/deployments'],
  ['PUT', '/workers/scripts/encre-shell/secrets'],
  ['GET', '/workers/scripts/encre-shell/settings'],
  ['PUT', '/workers/scripts/encre-new'],
  ['DELETE', '/workers/scripts/encre-gallery'],
  ['PATCH', '/workers/workers/encre-gallery'],
  ['PUT', '/workers/scripts/encre-gallery/domains/records'],
  ['GET', '/d1/database'],
  ['POST', '/d1/database/any/query'],
  ['POST', '/d1/database/any/time_travel/restore'],
  ['GET', '/r2/buckets'],
  ['GET', '/r2/buckets/encre-images/objects'],
  ['GET', '/subscriptions'],
])("a team's token is refused %s %s", async (method, path) => {
  expect(await call(method, path)).toBe(403)
  expect(cloudflare.writes).toEqual([])
})

it('a token that nobody made is refused', async () => {
  expect(await call('GET', '/workers/scripts', 'another')).toBe(403)
  expect(await call('POST', '/d1/database', 'another')).toBe(403)
  expect(cloudflare.databases.size).toBe(0)
})

it("a team's token deploys its own worker, and sees no other", async () => {
  expect(await call('POST', '/workers/scripts/encre-gallery/versions')).toBe(200)
  expect(await call('GET', '/workers/scripts/encre-gallery/deployments')).toBe(200)
  expect(await call('GET', '/workers/scripts')).toBe(200)
})
