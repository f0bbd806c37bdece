import { releasedSchema } from '@encre/protocol/testing-release'
import { expect, it } from 'vitest'
import released from '../contract.released.json'
import { accountPaths } from './contract.ts'
import { callAs, tenant } from './testing.ts'

it('answers what a page of the last release can read, and takes what it sends', async () => {
  tenant.accounts.set('auth0|ana', { email: 'ana@encre.test', name: 'Ana', password: 'x' })
  releasedSchema(released, 'Dashboard').parse(await (await callAs('auth0|ana', accountPaths.dashboard)).json())
  // Recorded at the release.
  const rename = releasedSchema(released, 'Rename').parse({ name: 'Ana Lefèvre' })
  const renamed = await callAs('auth0|ana', accountPaths.me, { method: 'PATCH', body: JSON.stringify(rename) })
  expect(releasedSchema(released, 'User').parse(await renamed.json())).toMatchObject({ id: 'auth0|ana', name: 'Ana Lefèvre' })
})
