import { deferReply, problemReply } from '@encre/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openAccount, stubSettings, user } from '../testing.tsx'

const patch = 'PATCH /api/account/me'
const put = 'PUT /api/account/password'
const changed = () => new Response(null, { status: 204 })

const tab = (name: string) => screen.getByRole('tab', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const passwords = ['Current Password', 'New Password', 'Confirm New Password'] as const

async function rename(name: string) {
  const field = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.clear(field)
  if (name) await userEvent.type(field, name)
}

async function typePasswords(...values: string[]) {
  await userEvent.click(tab('Security'))
  for (const [index, value] of values.entries()) {
    if (value) await userEvent.type(screen.getByLabelText(passwords[index] ?? ''), value)
  }
}

async function changePassword() {
  await typePasswords('secret', 'better-one', 'better-one')
  await userEvent.click(button('Update Password'))
}
const fieldValues = () =>
  passwords.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

beforeEach(() => {
  stubSettings({})
})

test('arrows, Home and End move between the tabs, one of which is in the tab order', async () => {
  openAccount('/settings')
  expect(screen.getByRole('tabpanel', { name: 'Profile' })).toBeDefined()
  await userEvent.tab()
  expect(document.activeElement).toBe(tab('Profile'))
  const presses = [
    { key: '{ArrowRight}', name: 'Security' },
    { key: '{ArrowRight}', name: 'Profile' },
    { key: '{ArrowLeft}', name: 'Security' },
    { key: '{Home}', name: 'Profile' },
    { key: '{End}', name: 'Security' },
  ]
  for (const { key, name } of presses) {
    await userEvent.keyboard(key)
    expect(document.activeElement).toBe(tab(name))
    expect(screen.getByRole('tabpanel', { name })).toBeDefined()
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual(
      name === 'Profile' ? [0, -1] : [-1, 0],
    )
  }
})

test('a changed name can be saved, shows a green box, and the shell reads it again', async () => {
  const response = deferReply()
  const calls = stubSettings({ [patch]: response.reply })
  const { refreshMember } = openAccount('/settings', {}, 'Louise Martin')
  expect(button('Save Changes').disabled).toBe(true)
  await rename('Louise Martin')
  expect(button('Save Changes').disabled).toBe(false)
  await userEvent.click(button('Save Changes'))
  expect(button('Saving...').disabled).toBe(true)
  response.send(Response.json({ ...user, name: 'Louise Martin' }))
  expect((await screen.findByRole('status')).textContent).toBe('Profile updated successfully')
  expect(calls).toEqual([{ call: patch, body: { name: 'Louise Martin' } }])
  expect(refreshMember).toHaveBeenCalledOnce()
  expect(button('Save Changes').disabled).toBe(true)
  await rename('Louise')
  expect(screen.queryByText('Profile updated successfully')).toBeNull()
})

test.each([
  { current: '', chosen: '', repeated: '' },
  { current: 'secret', chosen: 'short', repeated: 'short' },
  { current: 'secret', chosen: 'better-one', repeated: 'better-two' },
])(
  'Update Password is disabled for "$current", "$chosen" and "$repeated"',
  async ({ current, chosen, repeated }) => {
    openAccount('/settings')
    await typePasswords(current, chosen, repeated)
    expect(button('Update Password').disabled).toBe(true)
  },
)

test('a new password that is too short shows its error when the field is left', async () => {
  openAccount('/settings')
  await typePasswords('secret', 'short')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.tab()
  expect(screen.getByRole('alert').textContent).toBe(
    'New password must be at least 6 characters long',
  )
  expect(screen.getByLabelText('New Password').getAttribute('aria-invalid')).toBe('true')
})

test('a confirmation that differs shows its error at once', async () => {
  openAccount('/settings')
  await typePasswords('secret', 'better-one', 'better')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(screen.getByLabelText('Confirm New Password'), '-two')
  expect(screen.getByRole('alert').textContent).toBe('New passwords do not match')
})

test('a changed password resumes the session, clears the fields and shows a success', async () => {
  const response = deferReply()
  const calls = stubSettings({ [put]: response.reply })
  const { resumeSession } = openAccount('/settings')
  await changePassword()
  expect(button('Updating...').disabled).toBe(true)
  response.send(changed())
  expect((await screen.findByRole('status')).textContent).toBe('Password updated successfully')
  expect(calls).toEqual([
    { call: put, body: { currentPassword: 'secret', newPassword: 'better-one' } },
  ])
  expect(resumeSession).toHaveBeenCalledWith('better-one')
  expect(fieldValues()).toEqual(['', '', ''])
})

test('a session that cannot be resumed after the change leads to sign-in', async () => {
  stubSettings({ [put]: changed })
  const { signIn } = openAccount('/settings', {
    resumeSession: () => Promise.reject(new Error('timeout')),
  })
  await changePassword()
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('/settings'))
  expect(screen.getByText('Password updated successfully')).toBeDefined()
})

test.each([
  { code: 'wrong-password', status: 403, reason: 'Le mot de passe actuel est incorrect.' },
  {
    code: 'toString',
    status: 400,
    reason: 'Une erreur inattendue est survenue. Veuillez réessayer.',
  },
])(
  'a change refused as $code says why and keeps what was typed',
  async ({ code, status, reason }) => {
    stubSettings({ [put]: problemReply(code, status) })
    const { resumeSession, signIn } = openAccount('/settings')
    await changePassword()
    const box = await screen.findByRole('alert')
    expect(within(box).getByText('Une erreur est survenue').lang).toBe('fr')
    expect(within(box).getByText(reason).lang).toBe('fr')
    expect(fieldValues()).toEqual(['secret', 'better-one', 'better-one'])
    expect(resumeSession).not.toHaveBeenCalled()
    expect(signIn).not.toHaveBeenCalled()
  },
)

test('a change after the session ended says so and leads to sign-in', async () => {
  const calls = stubSettings({})
  const { signIn, report } = openAccount('/settings', {
    getToken: () => Promise.reject(new Error('login_required')),
  })
  await changePassword()
  const box = await screen.findByRole('alert')
  expect(within(box).getByText('No authenticated user found')).toBeDefined()
  expect(box.textContent).toContain('Accès non autorisé. Veuillez vous reconnecter.')
  expect(signIn).toHaveBeenCalledWith('/settings')
  expect(report.mock.calls[0]?.[0]).toHaveProperty('message', 'No authenticated user found')
  expect(calls).toEqual([])
})

test.each([
  { tenant: 'can', answer: changed, sentence: /tous déconnectés d’ici un quart d’heure/ },
  {
    tenant: 'cannot',
    answer: problemReply('sessions-not-ended', 409),
    sentence: /Changez votre mot de passe/,
  },
])('logs out everywhere where the tenant $tenant, and says what is true', async (given) => {
  stubSettings({ 'DELETE /api/account/sessions': given.answer })
  openAccount('/settings')
  await userEvent.click(tab('Security'))
  await userEvent.click(button('Log out everywhere'))
  expect(await screen.findByText(given.sentence)).toBeDefined()
})
