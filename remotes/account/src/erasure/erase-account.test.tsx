import { deferReply, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openAccount } from '../testing.tsx'

const erase = 'DELETE /api/account/me'
const erased = (signInErased: boolean) => () => Response.json({ signInErased })
const button = () => within(screen.getByRole('region', { name: 'Delete my account' })).getByRole('button')

async function confirm(answer = 'Delete my account') {
  await userEvent.click(button())
  const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to delete your account and all your designs?' })
  await userEvent.click(within(dialog).getByRole('button', { name: answer }))
}

test('is in English, beside both tabs, and says what is lost', async () => {
  openAccount('/settings')
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }))
  expect(button().closest('[lang]')?.getAttribute('lang')).toBe('en')
  expect(screen.getByText(/Nothing can be recovered/)).toBeDefined()
})

test('Cancel erases nothing', async () => {
  const calls = stubRequests({ [erase]: erased(true) })
  openAccount('/settings')
  await confirm('Cancel')
  expect(calls).toEqual([])
})

test('erases once, deletes the drafts, leads to the final page, and lets the shell find the session gone', async () => {
  const response = deferReply()
  const calls = stubRequests({ [erase]: response.reply })
  sessionStorage.setItem('encre:name:/profile:member-1', 'Lou')
  const { navigate, announce, refreshMember } = openAccount('/settings')
  await confirm()
  expect(button().textContent).toBe('Deleting...')
  await userEvent.click(button())
  expect(screen.queryByRole('dialog')).toBeNull()
  response.send(erased(true)())
  await waitFor(() => expect(refreshMember).toHaveBeenCalledOnce())
  expect(navigate).toHaveBeenCalledWith('/compte-supprime')
  expect(announce).toHaveBeenCalledWith('Votre compte est supprimé')
  expect(sessionStorage.length).toBe(0)
  expect(calls).toHaveLength(1)
})

test('a failure says why and that it can be repeated, and is reported', async () => {
  stubRequests({ [erase]: problemReply('unavailable', 503) })
  const { navigate, report } = openAccount('/settings')
  await confirm()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your account is not completely deleted')
  expect(alert.textContent).toMatch(/Try again to delete the rest\.$/)
  expect(button().textContent).toBe('Delete my account')
  expect(report).toHaveBeenCalledOnce()
  expect(navigate).not.toHaveBeenCalled()
})

test('a session that ended leads through sign-in and back', async () => {
  stubRequests({ [erase]: problemReply('permission-denied', 401) })
  const { signIn } = openAccount('/settings')
  await confirm()
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('/settings'))
})

test('says what remains when the site cannot delete the sign-in, and signs nobody out', async () => {
  stubRequests({ [erase]: erased(false) })
  const { navigate, refreshMember } = openAccount('/settings')
  await confirm()
  expect((await screen.findByText('Your data is deleted')).closest('[role]')?.textContent).toContain('Your access to the site still exists')
  expect([navigate.mock.calls, refreshMember.mock.calls]).toEqual([[], []])
})

test('the final page needs no member and leads home', () => {
  const calls = stubRequests({})
  const { setTitle } = openAccount('/compte-supprime', { member: null })
  expect(screen.getByRole('heading', { level: 1, name: 'Votre compte est supprimé' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' }).getAttribute('href')).toBe('/')
  expect(setTitle).toHaveBeenCalledWith('Compte supprimé')
  expect(calls).toEqual([])
})
