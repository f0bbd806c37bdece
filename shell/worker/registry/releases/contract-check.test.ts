import { env } from 'cloudflare:workers'
import type { ContractShape } from '@encre/protocol/contract-shape'
import { expect, test } from 'vitest'
import {
  ask,
  buildRelease,
  codeOf,
  getRemoteStatus,
  platformToken,
  postRelease,
  publish,
  register,
} from '../../testing/site.ts'

const design = (...fields: string[]): ContractShape => ({
  schemas: {
    Design: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, {}])),
      required: fields,
    },
  },
  paths: { designs: '/api/gallery/designs' },
})

test('accepts a remote whose contract it satisfies', async () => {
  await publish('gallery', 'fits', { contract: design('id') })
  expect((await getRemoteStatus('gallery')).current).toBe('fits')
})

test('refuses a remote that needs more, names what is missing, and writes nothing', async () => {
  const sentence = 'the deployed gallery worker does not fit: in an answer, Design.seed is missing'
  const refused = await register('gallery', 'needs-more', { contract: design('id', 'seed') })
  expect(await refused.json()).toMatchObject({
    status: 409,
    code: 'does-not-fit',
    detail: sentence,
  })

  const { release } = await buildRelease('gallery', 'needs-more', {
    contract: design('id', 'seed'),
  })
  expect(await (await postRelease('gallery/check', release)).json()).toMatchObject({
    misfits: [sentence],
  })
  expect((await getRemoteStatus('gallery')).versions.map(({ version }) => version)).not.toContain(
    'needs-more',
  )
})

test('refuses a remote that has a worker and declares no contract', async () => {
  const { release } = await buildRelease('gallery', 'silent')
  const { contract: _, ...silent } = release
  const sentence = 'it does not say what it needs of the deployed gallery worker'
  expect(await (await postRelease('gallery', silent)).json()).toMatchObject({
    status: 409,
    code: 'does-not-fit',
    detail: sentence,
  })
})

test('refuses to promote a version after its worker was rolled back, but allows a rollback to it', async () => {
  const { release } = await buildRelease('gallery', 'fits', { contract: design('id', 'seed') })
  await env.DB.prepare('update releases set release = ? where remote = ? and version = ?')
    .bind(JSON.stringify(release), 'gallery', 'fits')
    .run()
  await publish('gallery', 'later')
  expect(await codeOf(await postRelease('gallery/promote', { version: 'fits' }))).toEqual([
    409,
    'does-not-fit',
  ])
  expect(await codeOf(await postRelease('gallery/canary', { version: 'fits', share: 1 }))).toEqual([
    409,
    'does-not-fit',
  ])
  expect((await postRelease('gallery/rollback', {})).status).toBe(200)
  expect((await getRemoteStatus('gallery')).current).toBe('fits')
})

test('refuses a release while its worker does not answer', async () => {
  const { release } = await buildRelease('gallery', 'v1', { contract: design('id') })
  const away = { fetch: () => Promise.reject(new Error('away')) } as unknown as Fetcher
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${platformToken}` },
    body: JSON.stringify(release),
  }
  const answer = await ask('/api/releases/gallery/check', init, { GALLERY: away })
  expect(await answer.json()).toMatchObject({
    misfits: ['the deployed gallery worker does not say what it offers'],
  })
})
