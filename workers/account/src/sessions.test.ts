import { expect, it } from 'vitest'
import { callAs, expectProblem, member, tenant } from './testing.ts'

const end = (bindings?: object) =>
  callAs(member, '/api/account/sessions', { method: 'DELETE' }, bindings)

it('ends the sessions and the refresh tokens of the member at the tenant', async () => {
  expect((await end()).status).toBe(204)
  expect(tenant.calls.filter((call) => call.startsWith('DELETE'))).toEqual([
    `DELETE /api/v2/users/${member}/sessions`,
    `DELETE /api/v2/users/${member}/refresh-tokens`,
  ])
})

it('says so where the tenant refuses, or the site may not ask it', async () => {
  tenant.answers.set(`DELETE /api/v2/users/${member}/sessions`, [
    () => Response.json({ errorCode: 'insufficient_scope' }, { status: 403 }),
  ])
  await expectProblem(await end(), 409, 'sessions-not-ended')
  await expectProblem(await end({ AUTH0_M2M_CLIENT_ID: '' }), 409, 'sessions-not-ended')
})

it('asks again later when the tenant is busy', async () => {
  tenant.answers.set(`DELETE /api/v2/users/${member}/sessions`, [
    () => Response.json({}, { status: 429 }),
  ])
  await expectProblem(await end(), 503, 'unavailable')
})
