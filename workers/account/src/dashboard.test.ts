import { releasedSchema } from '@encre/protocol/testing-release'
import { expect, it, vi } from 'vitest'
import released from '../contract.released.json'
import { Dashboard } from './contract.ts'
import { callAs, createAccount, expectProblem, member } from './testing.ts'

it('answers the member, the number of their designs and the newest five', async () => {
  const answer = await callAs(member, '/api/account/dashboard')
  expect(answer.status).toBe(200)
  const { user, designCount, recent } = Dashboard.parse(await answer.json())
  expect(user).toMatchObject({ id: member, name: 'Ana' })
  expect(designCount).toBe(11)
  expect(recent).toHaveLength(5)
  expect(recent[0]?.userId).toBe(member)
})

it('answers 503 while the gallery is unavailable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  createAccount({}, 'gallery-unavailable')
  await expectProblem(
    await callAs('gallery-unavailable', '/api/account/dashboard'),
    503,
    'unavailable',
  )
})

it('answers what a page of the last release can read, and takes what it sends', async () => {
  releasedSchema(released, 'Dashboard').parse(
    await (await callAs(member, '/api/account/dashboard')).json(),
  )
  // Recorded at the release.
  const rename = releasedSchema(released, 'Rename').parse({ name: 'Ana Lefèvre' })
  const renamed = await callAs(member, '/api/account/me', {
    method: 'PATCH',
    body: JSON.stringify(rename),
  })
  expect(releasedSchema(released, 'User').parse(await renamed.json())).toMatchObject({
    id: member,
    name: 'Ana Lefèvre',
  })
})
