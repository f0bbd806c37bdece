import { stubTabFiles } from '@encre/protocol/testing-tab-files'
import { deferReply, problemReply } from '@encre/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openAccount, stubSettings } from '../testing.tsx'

const erase = 'DELETE /api/account/me'
const erased = (signInErased: boolean) => () => Response.json({ signInErased })
const button = () =>
  within(screen.getByRole('region', { name: 'Delete my account' })).getByRole('button', {
    name: /^Delet/,
  })
const question = 'Are you sure you want to delete your account and all your designs?'
const openDialog = () => screen.getByRole('dialog', { name: question })
const click = (name: string) => userEvent.click(within(openDialog()).getByRole('button', { name }))

async function confirm(answer = 'Delete my account', password = 'secret') {
  await userEvent.click(button())
  if (password)
    await userEvent.type(within(openDialog()).getByLabelText('Current Password'), password)
  await click(answer)
}

/** Where the tenant's own page signs in. */
const atTenant = () => ({
  atTenant: true,
  signInAgain: vi.fn(),
  getIdToken: async () => 'id-token',
})

beforeEach(() => {
  stubSettings({})
})

test('erases once, deletes the drafts, leads to the final page, and lets the shell find the session gone', async () => {
  const response = deferReply()
  const calls = stubSettings({ [erase]: response.reply })
  const { names } = stubTabFiles()
  await caches.open('encre.drawing.loup')
  sessionStorage.setItem('encre:name:/profile:member-1', 'Lou')
  const { navigate, announce, refreshMember } = openAccount('/settings')
  await confirm()
  await click('Deleting...')
  await click('Cancel')
  expect(openDialog()).toBeDefined()
  response.send(erased(true)())
  await waitFor(() => expect(refreshMember).toHaveBeenCalledOnce())
  expect(navigate).toHaveBeenCalledWith('/compte-supprime')
  expect(announce).toHaveBeenCalledWith('Votre compte est supprimé')
  expect(sessionStorage.length).toBe(0)
  expect(names()).toEqual([])
  expect(calls).toEqual([{ call: erase, body: { password: 'secret' } }])
})

test('asks for the password before it sends anything', async () => {
  const calls = stubSettings({ [erase]: erased(true) })
  openAccount('/settings')
  await confirm('Delete my account', '')
  expect(within(openDialog()).getByRole('alert').textContent).toBe('Please enter your password')
  expect(calls).toEqual([])
})

test('a proof that is refused says why in the dialog, and can be given again', async () => {
  const replies = [problemReply('wrong-password', 403), erased(true)]
  const calls = stubSettings({ [erase]: () => replies.shift()?.() ?? Response.error() })
  const { navigate, report } = openAccount('/settings')
  await confirm()
  const alert = await within(openDialog()).findByRole('alert')
  expect(within(alert).getByText('Le mot de passe actuel est incorrect.').lang).toBe('fr')
  expect([navigate.mock.calls, report.mock.calls]).toEqual([[], []])
  await userEvent.type(within(openDialog()).getByLabelText('Current Password'), '-2{Enter}')
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('/compte-supprime'))
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'secret' }, { password: 'secret-2' }])
})

test("where the tenant's page signs in, the member signs in again, comes back and confirms", async () => {
  const calls = stubSettings({ [erase]: erased(true) })
  const identity = atTenant()
  openAccount('/settings', { identity })
  await userEvent.click(button())
  expect(within(openDialog()).queryByLabelText('Current Password')).toBeNull()
  await click('Sign in again')
  expect(identity.signInAgain).toHaveBeenCalledWith('/settings?delete-account')
  expect(calls).toEqual([])
  cleanup()

  const { navigate } = openAccount('/settings?delete-account', { identity })
  await click('Delete my account')
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('/compte-supprime'))
  expect(calls).toEqual([{ call: erase, body: { idToken: 'id-token' } }])
})

test('a sign-in that is too old leads to a new one', async () => {
  stubSettings({ [erase]: problemReply('sign-in-required', 403) })
  const identity = atTenant()
  openAccount('/settings?delete-account', { identity })
  await click('Delete my account')
  await within(openDialog()).findByText('Reconnectez-vous pour confirmer que c’est bien vous.')
  await click('Sign in again')
  expect(identity.signInAgain).toHaveBeenCalledWith('/settings?delete-account')
})

test('a lost answer is asked for again, until the account is deleted', async () => {
  const answers = [problemReply('unavailable', 503), () => Response.error()]
  stubSettings({ [erase]: () => answers.shift()?.() ?? erased(true)() })
  const { navigate } = openAccount('/settings')
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'We do not know yet whether your account is deleted',
  )
  expect(button().textContent).toBe('Delete my account')
  expect(navigate).not.toHaveBeenCalled()
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('/compte-supprime'))
})

test('a session that ended with the account, whose answer was lost, leads to the final page', async () => {
  const answers = [problemReply('unavailable', 503), problemReply('permission-denied', 401)]
  stubSettings({ [erase]: () => (answers.shift() ?? Response.error)() })
  const { navigate, signIn } = openAccount('/settings')
  await confirm()
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('/compte-supprime'))
  expect(signIn).not.toHaveBeenCalled()
})

test('a failure says why and that it can be repeated, and is reported', async () => {
  stubSettings({ [erase]: problemReply('resource-exhausted', 429) })
  const { navigate, report } = openAccount('/settings')
  await confirm()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your account is not completely deleted')
  expect(alert.textContent).toMatch(/Try again to delete the rest\.$/)
  expect(button().textContent).toBe('Delete my account')
  expect(report).toHaveBeenCalledOnce()
  expect(navigate).not.toHaveBeenCalled()
})

test('says what remains when the site cannot delete the sign-in, and signs nobody out', async () => {
  stubSettings({ [erase]: erased(false) })
  const { navigate, refreshMember } = openAccount('/settings')
  await confirm()
  expect(
    (await screen.findByText('Your data is deleted')).closest('[role]')?.textContent,
  ).toContain('Your access to the site still exists')
  expect([navigate.mock.calls, refreshMember.mock.calls]).toEqual([[], []])
})
