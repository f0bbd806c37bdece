import { env } from 'cloudflare:workers'
import { isoDate } from '@encre/worker/moment'
import { expect, test } from 'vitest'
import {
  authenticate,
  authorize,
  clientId,
  connection,
  form,
  getCode,
  json,
  openBrowser,
  returned,
  signUp,
} from '../testing.ts'

const sent = "We've just sent you an email to reset your password."

function requestReset(email: string, fields = {}): Promise<Response> {
  return openBrowser().send(
    '/dbconnections/change_password',
    json({ client_id: clientId, connection, email, ...fields }),
  )
}

/** The ticket of the newest mail to an address, read from the mailbox page. */
async function readTicket(email: string): Promise<string> {
  const page = await (await openBrowser().send('/mailbox')).text()
  const [, ticket = ''] =
    page.slice(page.indexOf(email)).match(/reset-password\?ticket=([\w-]+)/) ?? []
  return ticket
}

function choose(ticket: string, password: string): Promise<Response> {
  return openBrowser().send('/reset-password', form({ ticket, password, confirmation: password }))
}

test('sends a mail with a link to a French form, and accepts the new password', async () => {
  const member = await signUp()
  const response = await requestReset(member.email.toUpperCase())
  expect([response.status, await response.text()]).toEqual([200, sent])
  const ticket = await readTicket(member.email)
  expect(await (await openBrowser().send(`/reset-password?ticket=${ticket}`)).text()).toContain(
    '<h1>Nouveau mot de passe</h1>',
  )
  expect(await (await choose(ticket, 'new-secret')).text()).toContain('Mot de passe modifié')
  expect((await authenticate(openBrowser(), { ...member, password: 'new-secret' })).status).toBe(
    200,
  )
  expect((await authenticate(openBrowser(), member)).status).toBe(403)
})

test('gives an unknown address the same answer and sends nothing', async () => {
  const response = await requestReset('nobody@example.fr')
  expect([response.status, await response.text()]).toEqual([200, sent])
  expect(await (await openBrowser().send('/mailbox')).text()).not.toContain('nobody@example.fr')
})

test("ends the member's sessions, older links and blocks", async () => {
  const browser = openBrowser()
  const member = await signUp()
  await getCode(browser, member)
  await requestReset(member.email)
  const older = await readTicket(member.email)
  await requestReset(member.email)
  for (let n = 0; n < 11; n++) {
    await authenticate(openBrowser(), { ...member, password: 'wrong!' })
  }

  await choose(await readTicket(member.email), 'new-secret')
  expect(returned(await authorize(browser, { prompt: 'none' }))).toMatchObject({
    error: 'login_required',
  })
  expect((await choose(older, 'thief-secret')).status).toBe(400)
  expect((await authenticate(openBrowser(), { ...member, password: 'new-secret' })).status).toBe(
    200,
  )
})

test('refuses a link after an hour, and an invented one', async () => {
  const member = await signUp()
  await requestReset(member.email)
  const ticket = await readTicket(member.email)
  await env.DB.prepare('update one_time_secrets set expires_at = ?').bind(isoDate(-1000)).run()
  expect((await choose(ticket, 'new-secret')).status).toBe(400)
  expect((await choose('made-up', 'new-secret')).status).toBe(400)
})

test.each([{ client_id: 'someone' }, { connection: 'google-oauth2' }, { email: '' }])(
  'refuses %o',
  async (fields) => {
    expect((await requestReset('ana@example.fr', fields)).status).toBe(400)
  },
)
