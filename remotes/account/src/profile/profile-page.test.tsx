import { deferReply, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openAccount, user } from '../testing.tsx'

const me = { 'GET /api/account/me': () => Response.json(user) }
const patch = 'PATCH /api/account/me'

const stat = (label: string) => screen.getByText(label).nextElementSibling?.textContent
const saveButton = (name = 'Enregistrer') => screen.getByRole<HTMLButtonElement>('button', { name })

async function edit(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Modifier le profil' }))
  const field = screen.getByRole('textbox', { name: 'Nom' })
  await userEvent.clear(field)
  if (name) await userEvent.type(field, name)
}

test('shows who the member is and the three cards', async () => {
  stubRequests(me)
  const { setTitle } = openAccount('/profile')
  expect(screen.getByRole('heading', { level: 1, name: 'Louise' })).toBeDefined()
  expect(screen.getByText('louise@example.com')).toBeDefined()
  expect(screen.getByText('L')).toBeDefined()
  expect(await screen.findByText('mars 2026')).toBeDefined()
  expect([stat('Membre depuis'), stat('Designs créés'), stat('Statut')]).toEqual([
    'mars 2026',
    '0',
    'Membre',
  ])
  expect(setTitle).toHaveBeenCalledWith('Profil')
})

test('a date that fails to load shows an error and can be loaded again', async () => {
  let respond: () => Response = problemReply('resource-exhausted', 429)
  stubRequests({ 'GET /api/account/me': () => respond() })
  openAccount('/profile')
  const box = await screen.findByRole('alert')
  expect(box.textContent).toContain('Une erreur est survenue')
  expect(box.textContent).toContain('Limite de requêtes atteinte. Veuillez réessayer plus tard.')
  respond = me['GET /api/account/me']
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(await screen.findByText('mars 2026')).toBeDefined()
})

test('editing starts in the name, and the address cannot be changed', async () => {
  stubRequests(me)
  openAccount('/profile')
  await userEvent.click(screen.getByRole('button', { name: 'Modifier le profil' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nom' }))
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  expect([email.disabled, email.value]).toEqual([true, 'louise@example.com'])
  expect(screen.getByText("L'adresse email ne peut pas être modifiée")).toBeDefined()
  expect(saveButton().disabled).toBe(true)
})

test('a new name is saved, shown by the shell, and the view comes back', async () => {
  const response = deferReply()
  const calls = stubRequests({ ...me, [patch]: response.reply })
  const { refreshMember, announce } = openAccount('/profile', {}, 'Louise Martin')
  await edit('  Louise\u200b Martin ')
  await userEvent.click(saveButton())
  expect(saveButton('Enregistrement...').disabled).toBe(true)
  response.send(Response.json({ ...user, name: 'Louise Martin' }))
  expect(await screen.findByRole('heading', { name: 'Louise Martin' })).toBeDefined()
  expect(calls.at(-1)).toEqual({ call: patch, body: { name: 'Louise Martin' } })
  expect(refreshMember).toHaveBeenCalledOnce()
  expect(announce).toHaveBeenCalledWith('Profil mis à jour')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Modifier le profil' }))
})

test('a failure stays visible in edit mode and keeps what was typed', async () => {
  stubRequests({ ...me, [patch]: problemReply('resource-exhausted', 429) })
  openAccount('/profile')
  await edit('Louise Martin')
  await userEvent.click(saveButton())
  const box = await screen.findByRole('alert')
  expect(within(box).getByText('Erreur lors de la mise à jour du profil')).toBeDefined()
  expect(box.textContent).toContain('Limite de requêtes atteinte. Veuillez réessayer plus tard.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nom' }).value).toBe('Louise Martin')
  expect(saveButton().disabled).toBe(false)
})

test('Annuler restores the name and saves nothing', async () => {
  const calls = stubRequests(me)
  openAccount('/profile')
  await edit('Autre')
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Modifier le profil' }))
  await userEvent.click(screen.getByRole('button', { name: 'Modifier le profil' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nom' }).value).toBe('Louise')
  expect(calls.map(({ call }) => call)).toEqual(['GET /api/account/me'])
})

test('an empty name shows an error', async () => {
  stubRequests(me)
  openAccount('/profile')
  await edit('')
  expect(screen.getByRole('alert').textContent).toBe('Veuillez saisir un nom')
  expect(saveButton().disabled).toBe(true)
})

test('a session that ends while saving keeps the name until it is saved after sign-in', async () => {
  let save: () => Response = problemReply('permission-denied', 401)
  stubRequests({ ...me, [patch]: () => save() })
  const { signIn } = openAccount('/profile')
  await edit('Louise Martin')
  await userEvent.click(saveButton())
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('/profile'))
  cleanup()
  openAccount('/profile', {}, 'Louise Martin')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nom' }).value).toBe('Louise Martin')
  save = () => Response.json({ ...user, name: 'Louise Martin' })
  await userEvent.click(saveButton())
  expect(await screen.findByRole('heading', { name: 'Louise Martin' })).toBeDefined()

  cleanup()
  openAccount('/profile')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a name that another device has changed after a lost press is shown, and nothing is said', async () => {
  const replies = [() => Response.error(), problemReply('version-conflict', 409)]
  const calls = stubRequests({
    'GET /api/account/me': () => Response.json({ ...user, name: 'Lou' }),
    [patch]: () => replies.shift()?.() ?? Response.error(),
  })
  const { report } = openAccount('/profile')
  await screen.findByText('mars 2026')
  await edit('Louise Martin')
  await userEvent.click(saveButton())
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Nom' })
  await waitFor(() => expect(field.value).toBe('Lou'))
  expect(screen.queryByRole('alert')).toBeNull()
  const [first, second] = calls.filter(({ call }) => call === patch)
  expect(first?.body).toEqual({ name: 'Louise Martin' })
  expect(second?.body).toEqual({ name: 'Louise Martin', ageMs: expect.any(Number) })
  expect(report).not.toHaveBeenCalled()
})

test('a name without a network waits, can be taken back, and leaves when the network is there', async () => {
  const calls = stubRequests({
    ...me,
    [patch]: () => Response.json({ ...user, name: 'Louise Martin' }),
  })
  openAccount('/profile')
  await edit('Louise Martin')
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.click(saveButton())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Ce n’est pas encore fait.')
  await userEvent.click(screen.getByRole('button', { name: 'Ne pas envoyer' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(saveButton())
  expect(calls.filter(({ call }) => call === patch)).toEqual([])
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Nom' })).toBeNull())
  expect(calls.filter(({ call }) => call === patch)).toHaveLength(1)
})
