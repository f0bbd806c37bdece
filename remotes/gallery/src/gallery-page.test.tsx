import { createTestShell, makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Remote } from './remote.tsx'
import { designsCall, listSubjects, makePage, openGallery, threeDesigns } from './testing.tsx'

test('says that it is loading, then shows each design with its number and the count', async () => {
  stubRequests(threeDesigns)
  const shell = openGallery()
  expect(screen.getByRole('status').textContent).toContain('Chargement de vos designs...')
  expect(screen.getByRole('heading', { level: 1, name: 'Mes Designs' })).toBeDefined()
  expect(await screen.findAllByRole('article')).toHaveLength(3)
  expect(screen.getByText('3 designs')).toBeDefined()
  expect(shell.setTitle).toHaveBeenCalledWith('Mes Designs')
  expect(screen.getByRole('status').textContent).toBe('3 designs')
})

test('an empty library says so and leads to the generator', async () => {
  stubRequests({ [designsCall]: () => Response.json(makePage([])) })
  openGallery()
  expect(await screen.findByText('Aucun design trouvé')).toBeDefined()
  expect(screen.getByText('0 design')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Créer un design' }).getAttribute('href')).toBe('/generator')
})

test('without a member the list is empty and nothing is requested', async () => {
  const sent = stubRequests({})
  openGallery('/gallery', { member: null })
  expect(await screen.findByText('Aucun design trouvé')).toBeDefined()
  expect(sent).toEqual([])
})

test('a failure says why and can be tried again', async () => {
  let reply = problemReply('resource-exhausted', 429)
  stubRequests({ [designsCall]: () => reply() })
  openGallery()
  const box = await screen.findByRole('alert')
  expect(within(box).getByText('Failed to load designs').getAttribute('lang')).toBe('en')
  expect(box.textContent).toContain('Limite de requêtes atteinte. Veuillez réessayer plus tard.')
  reply = () => Response.json(makePage([makeDesign('Loup')]))
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('1 design')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a refused token', { [designsCall]: problemReply('permission-denied', 401) }, {}],
  ['a session that ended', {}, { getToken: () => Promise.reject(new Error('login_required')) }],
])('%s leads through sign-in and back to the same filter', async (_, answers, shell) => {
  stubRequests({ ...answers, 'GET /api/gallery/designs?style=dotwork': problemReply('permission-denied', 401) })
  const { signIn } = openGallery('/gallery?style=dotwork', shell)
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('/gallery?style=dotwork'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the first page is read again when the tab becomes visible, and the pages after it stay', async () => {
  let first = makePage([makeDesign('Loup'), makeDesign('Rose')], 'cursor-2')
  stubRequests({
    [designsCall]: () => Response.json({ ...first, total: 3 }),
    [`${designsCall}?cursor=cursor-2`]: () => Response.json(makePage([makeDesign('Ancre')])),
  })
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  await screen.findByRole('article', { name: 'Ancre' })
  first = { ...makePage([makeDesign('Dragon'), makeDesign('Loup')], 'cursor-1b'), total: 3 }
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
  expect(listSubjects()).toEqual(['Dragon', 'Loup', 'Rose', 'Ancre'])
})

test('the first page is read again when the shell shows a notification', async () => {
  let first = makePage([makeDesign('Loup')])
  stubRequests({ [designsCall]: () => Response.json(first) })
  const shell = createTestShell({ path: '/gallery' })
  const { rerender } = render(<Remote shell={{ ...shell, notifications: 0 }} />)
  await screen.findByRole('article', { name: 'Loup' })
  first = makePage([makeDesign('Dragon'), makeDesign('Loup')])
  rerender(<Remote shell={{ ...shell, notifications: 1 }} />)
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
})
