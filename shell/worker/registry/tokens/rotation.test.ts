import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { ask, migrate } from '../../testing/site.ts'
import { readClaims, signClaims } from './signed-token.ts'

beforeEach(migrate)

test('two platform tokens are accepted while one leaves', async () => {
  const statuses = async (PLATFORM_TOKEN: string) => {
    const answers = ['old', 'new', 'new,old', ''].map((token) =>
      ask('/api/releases/tokens', { headers: { authorization: `Bearer ${token}` } }, { PLATFORM_TOKEN }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses('new,old')).toEqual([200, 200, 401, 401])
  expect(await statuses('new')).toEqual([401, 200, 401, 401])
})

test('an open page reports with the token that it got before the secret was rotated', async () => {
  const claims = { visitor: 'ana', versions: { gallery: 'v1' }, expires: Date.now() + 60_000 }
  const report = async (token: string, COMPOSITION_SECRET: string) => {
    const body = JSON.stringify({ token, remote: 'gallery', outcome: 'ok' })
    return (await ask('/api/releases/outcomes', { method: 'POST', body }, { COMPOSITION_SECRET })).status
  }
  const old = await signClaims(env.COMPOSITION_SECRET, claims)
  expect([await report(old, `new,${env.COMPOSITION_SECRET}`), await report(old, 'new')]).toEqual([204, 403])
  // The new secret signs, so the old one can leave once the pages' tokens have expired, after a day.
  const fresh = await signClaims(`new,${env.COMPOSITION_SECRET}`, claims)
  expect([await readClaims('new', fresh), await readClaims(env.COMPOSITION_SECRET, fresh)]).toEqual([claims, null])
})
