import { deferReply, makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makePage, openGallery } from './testing.tsx'

const designs = 'GET /api/gallery/designs'
const threeDesigns = { [designs]: () => Response.json(makePage([makeDesign('Loup'), makeDesign('Rose'), makeDesign('Ancre')])) }
const gone = () => new Response(null, { status: 204 })

async function deleteDesign(subject: string, { confirm = true } = {}) {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Supprimer\\W+${subject}`) }))
  const dialog = screen.getByRole('dialog', { name: /Êtes-vous sûr de vouloir supprimer ce design\s\?/ })
  await userEvent.click(within(dialog).getByRole('button', { name: confirm ? 'Supprimer' : 'Annuler' }))
}

const card = (subject: string) => screen.queryByRole('article', { name: subject })

test('says that it is loading, then shows each design with its number and the count', async () => {
  stubRequests(threeDesigns)
  const shell = openGallery()
  expect(screen.getByRole('status').textContent).toContain('Chargement de vos designs...')
  expect(screen.getByRole('heading', { level: 1, name: 'Mes Designs' })).toBeDefined()
  expect(await screen.findAllByRole('article')).toHaveLength(3)
  expect(screen.getByText('3 designs')).toBeDefined()
  expect(shell.setTitle).toHaveBeenCalledWith('Mes Designs')
  expect(shell.announce).toHaveBeenCalledWith('3 designs')
})

test('an empty library says so and leads to the generator', async () => {
  stubRequests({ [designs]: () => Response.json(makePage([])) })
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
  stubRequests({ [designs]: () => reply() })
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
  ['permission-denied', 403, 'Accès non autorisé. Veuillez vous reconnecter.'],
  ['failed-precondition', 412, 'Une erreur technique est survenue. Veuillez rafraîchir la page.'],
  ['not-found', 404, "La ressource demandée n'existe pas."],
  ['unavailable', 503, 'Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.'],
  ['invalid-cursor', 400, 'Une erreur technique est survenue. Veuillez rafraîchir la page.'],
  ['internal', 500, 'Une erreur inattendue est survenue. Veuillez réessayer.'],
  ['a-code-of-tomorrow', 400, 'Une erreur inattendue est survenue. Veuillez réessayer.'],
  ['toString', 400, 'Une erreur inattendue est survenue. Veuillez réessayer.'],
])('shows the sentence of %s', async (code, status, sentence) => {
  stubRequests({ [designs]: problemReply(code, status) })
  openGallery()
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
})

test.each([
  ['a refused token', { [designs]: problemReply('permission-denied', 401) }, {}],
  ['a session that ended', {}, { getToken: () => Promise.reject(new Error('login_required')) }],
])('%s leads through sign-in and back to the same filter', async (_, answers, shell) => {
  stubRequests({ ...answers, 'GET /api/gallery/designs?style=dotwork': problemReply('permission-denied', 401) })
  const { signIn } = openGallery('/gallery?style=dotwork', shell)
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith('/gallery?style=dotwork'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the filter offers every style, is part of the address, and queries the worker', async () => {
  const sent = stubRequests({
    ...threeDesigns,
    'GET /api/gallery/designs?style=japanese': () => Response.json(makePage([makeDesign('Dragon', { style: 'japanese' })])),
  })
  const { navigate } = openGallery()
  await screen.findByText('3 designs')
  const filter = screen.getByRole('group', { name: 'Filtrer par style' })
  expect(within(filter).getAllByRole('radio')).toHaveLength(8)
  expect(within(filter).getByRole<HTMLInputElement>('radio', { name: 'Tous les styles' }).checked).toBe(true)

  await userEvent.click(within(filter).getByRole('radio', { name: 'Japonais' }))
  expect(navigate).toHaveBeenLastCalledWith('/gallery?style=japanese')
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
  expect(card('Loup')).toBeNull()
  expect(within(filter).getByRole<HTMLInputElement>('radio', { name: 'Japonais' }).checked).toBe(true)

  await userEvent.click(within(filter).getByRole('radio', { name: 'Tous les styles' }))
  expect(navigate).toHaveBeenLastCalledWith('/gallery')
  expect(await screen.findByText('3 designs')).toBeDefined()
  expect(sent.map(({ call }) => call)).toEqual([designs, `${designs}?style=japanese`, designs])
})

test('a late response for another filter is not shown', async () => {
  const late = deferReply()
  stubRequests({
    [designs]: late.reply,
    [`${designs}?style=dotwork`]: () => Response.json(makePage([])),
  })
  openGallery()
  await userEvent.click(screen.getByRole('radio', { name: 'Pointillisme' }))
  expect(await screen.findByText('Aucun design trouvé')).toBeDefined()
  await act(async () => late.send(Response.json(makePage([makeDesign('Loup')]))))
  expect(card('Loup')).toBeNull()
})

test('an empty style is named, with a link to all styles', async () => {
  stubRequests({ [`${designs}?style=watercolor`]: () => Response.json(makePage([])) })
  openGallery('/gallery?style=watercolor')
  expect(await screen.findByText(/dans le style «\sAquarelle\s»/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Tous les styles' }).getAttribute('href')).toBe('/gallery')
})

test('an unknown style is ignored', async () => {
  stubRequests(threeDesigns)
  openGallery('/gallery?style=%3Cscript%3E')
  expect(await screen.findByText('3 designs')).toBeDefined()
})

test('the following page is appended and its first design takes the focus', async () => {
  stubRequests({
    [designs]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
    [`${designs}?cursor=cursor-2`]: () => Response.json(makePage([makeDesign('Rose'), makeDesign('Ancre')])),
  })
  openGallery()
  expect(await screen.findByText('Plus de 1 design')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  expect(await screen.findByText('3 designs')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull()
  expect(document.activeElement).toBe(card('Rose'))
})

test('a following page that fails keeps the list and can be loaded again', async () => {
  let second: () => Response = problemReply('unavailable', 503)
  stubRequests({
    [designs]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
    [`${designs}?cursor=cursor-2`]: () => second(),
  })
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load designs')
  expect(card('Loup')).not.toBeNull()
  second = () => Response.json(makePage([makeDesign('Rose')]))
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  expect(await screen.findByText('2 designs')).toBeDefined()
})

test('a deleted design disappears before the worker has answered, and the next card takes the focus', async () => {
  const response = deferReply()
  stubRequests({ ...threeDesigns, 'DELETE /api/gallery/designs/Rose': response.reply })
  const { announce } = openGallery()
  await deleteDesign('Rose')
  expect(card('Rose')).toBeNull()
  expect(screen.getByText('2 designs')).toBeDefined()
  expect(document.activeElement).toBe(card('Ancre'))
  expect(screen.queryByRole('dialog')).toBeNull()
  response.send(gone())
  await vi.waitFor(() => expect(announce).toHaveBeenLastCalledWith('Design supprimé'))
})

test('the focus goes to the card before the last one, and to the title after the only one', async () => {
  stubRequests({
    [designs]: () => Response.json(makePage([makeDesign('Loup'), makeDesign('Rose')])),
    'DELETE /api/gallery/designs/Rose': gone,
    'DELETE /api/gallery/designs/Loup': gone,
  })
  openGallery()
  await deleteDesign('Rose')
  expect(document.activeElement).toBe(card('Loup'))
  await deleteDesign('Loup')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getByText('Aucun design trouvé')).toBeDefined()
})

test('Annuler deletes nothing', async () => {
  const sent = stubRequests(threeDesigns)
  openGallery()
  await deleteDesign('Rose', { confirm: false })
  expect(card('Rose')).not.toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([designs])
})

test('a design that could not be deleted comes back to its place with the reason', async () => {
  stubRequests({ ...threeDesigns, 'DELETE /api/gallery/designs/Rose': problemReply('internal', 500) })
  const { report } = openGallery()
  await deleteDesign('Rose')
  const box = await screen.findByRole('alert')
  expect(box.textContent).toContain('Failed to delete design')
  expect(box.textContent).toContain('Une erreur inattendue est survenue. Veuillez réessayer.')
  expect(screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)).toEqual([
    'Loup',
    'Rose',
    'Ancre',
  ])
  expect(card('Rose')?.contains(box)).toBe(true)
  expect(report.mock.calls[0]?.[0]).toHaveProperty('message', 'Failed to delete design')
})

test('a design that was already gone counts as deleted', async () => {
  stubRequests({ ...threeDesigns, 'DELETE /api/gallery/designs/Rose': problemReply('not-found', 404) })
  const { announce } = openGallery()
  await deleteDesign('Rose')
  await vi.waitFor(() => expect(announce).toHaveBeenLastCalledWith('Design supprimé'))
  expect(card('Rose')).toBeNull()
})

test('a session that ended keeps the design and leads through sign-in', async () => {
  stubRequests({ ...threeDesigns, 'DELETE /api/gallery/designs/Rose': problemReply('permission-denied', 401) })
  const { signIn } = openGallery()
  await deleteDesign('Rose')
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith('/gallery'))
  expect(card('Rose')).not.toBeNull()
})
