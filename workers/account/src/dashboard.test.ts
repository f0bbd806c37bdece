import { releasedSchema } from '@encre/protocol/testing-release'
import { expect, it, vi } from 'vitest'
import released from '../contract.released.json'
import { accountPaths, Dashboard } from './contract.ts'
import { callAs, expectProblem, tenant } from './testing.ts'

it('answers the member, the number of their designs and the newest five', async () => {
  tenant.accounts.set('auth0|ana', { email: 'ana@encre.test', name: 'Ana', password: 'x' })
  const answer = await callAs('auth0|ana', accountPaths.dashboard)
  expect(answer.status).toBe(200)
  const { user, designCount, recent } = Dashboard.parse(await answer.json())
  expect(user).toMatchObject({ id: 'auth0|ana', name: 'Ana' })
  expect(designCount).toBe(11)
  expect(recent).toHaveLength(5)
  expect(recent[0]?.userId).toBe('auth0|ana')
})

it('answers 503 while the gallery is unavailable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  tenant.accounts.set('gallery-unavailable', { email: 'ben@encre.test', password: 'x' })
  await expectProblem(await callAs('gallery-unavailable', accountPaths.dashboard), 503, 'unavailable')
})

it('answers what a page of the last release can read, and takes what it sends', async () => {
  tenant.accounts.set('auth0|ana', { email: 'ana@encre.test', name: 'Ana', password: 'x' })
  releasedSchema(released, 'Dashboard').parse(await (await callAs('auth0|ana', accountPaths.dashboard)).json())
  // Recorded at the release.
  const rename = releasedSchema(released, 'Rename').parse({ name: 'Ana Lefèvre' })
  const renamed = await callAs('auth0|ana', accountPaths.me, { method: 'PATCH', body: JSON.stringify(rename) })
  expect(releasedSchema(released, 'User').parse(await renamed.json())).toMatchObject({ id: 'auth0|ana', name: 'Ana Lefèvre' })
})
