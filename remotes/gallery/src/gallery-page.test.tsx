import { createTestShell, deferReply, makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Remote } from './remote.tsx'
import { makePage, openGallery } from './testing.tsx'

const designs = 'GET /api/gallery/designs'
const threeDesigns = { [designs]: () => Response.json(makePage([makeDesign('Loup'), makeDesign('Rose'), makeDesign('Ancre')])) }
const gone = () => new Response(null, { status: 204 })

async function deleteDesign(subject: string, { confirm = true } = {}) {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Supprimer\\W+${subject}`) }))
  const dialog = screen.getByRole('dialog', { name: /Êtes-vous sûr de vouloir supprimer ce design\s\?/ })
  await userEvent.click(within(dialog).getByRole('button', { name: confirm ? 'Supprimer' : 'Annuler' }))
}

const subjects = () => screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)
const card = (subject: string) => screen.queryByRole('article', { name: subject })

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

const lost = () => Promise.reject(new TypeError('connection lost'))

test('a delete whose answer was lost is done when the gallery has no such design', async () => {
  stubRequests({
    ...threeDesigns,
    'DELETE /api/gallery/designs/Rose': lost,
    'GET /api/gallery/designs/Rose': problemReply('not-found', 404),
  })
  const { announce, report } = openGallery()
  await deleteDesign('Rose')
  await vi.waitFor(() => expect(announce).toHaveBeenLastCalledWith('Design supprimé'))
  expect(card('Rose')).toBeNull()
  expect(report).not.toHaveBeenCalled()
})

test('a delete whose answer was lost brings card and focus back when the gallery still has the design', async () => {
  stubRequests({
    ...threeDesigns,
    'DELETE /api/gallery/designs/Rose': lost,
    'GET /api/gallery/designs/Rose': () => Response.json(makeDesign('Rose')),
  })
  openGallery()
  await deleteDesign('Rose')
  expect((await screen.findByRole('alert')).textContent).toContain('Le design est toujours dans votre galerie.')
  await vi.waitFor(() => expect(document.activeElement).toBe(card('Rose')))
})

test('a delete whose answer was lost says that nobody knows when the gallery cannot be asked', async () => {
  stubRequests({ ...threeDesigns, 'DELETE /api/gallery/designs/Rose': lost })
  openGallery()
  await deleteDesign('Rose')
  const box = await screen.findByRole('alert')
  expect(box.textContent).toContain('Nous ne savons pas encore si le design a été supprimé.')
  expect(box.textContent).not.toContain('toujours')
})

test('without a network the failure names it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  stubRequests({})
  openGallery()
  expect((await screen.findByRole('alert')).textContent).toContain('Vous êtes hors ligne.')
  vi.restoreAllMocks()
})

test('the list recovers by itself when the network is back', async () => {
  const replies: Record<string, () => Response> = {}
  stubRequests(replies)
  openGallery()
  await screen.findByRole('alert')
  Object.assign(replies, threeDesigns)
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('3 designs')).toBeDefined()
})

test('the first page is read again when the tab becomes visible, and the pages after it stay', async () => {
  let first = makePage([makeDesign('Loup'), makeDesign('Rose')], 'cursor-2')
  stubRequests({
    [designs]: () => Response.json({ ...first, total: 3 }),
    [`${designs}?cursor=cursor-2`]: () => Response.json(makePage([makeDesign('Ancre')])),
  })
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  await screen.findByRole('article', { name: 'Ancre' })
  first = { ...makePage([makeDesign('Dragon'), makeDesign('Loup')], 'cursor-1b'), total: 3 }
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
  expect(subjects()).toEqual(['Dragon', 'Loup', 'Rose', 'Ancre'])
})

test('the first page is read again when the shell shows a notification', async () => {
  let first = makePage([makeDesign('Loup')])
  stubRequests({ [designs]: () => Response.json(first) })
  const shell = createTestShell({ path: '/gallery' })
  const { rerender } = render(<Remote shell={{ ...shell, notifications: 0 }} />)
  await screen.findByRole('article', { name: 'Loup' })
  first = makePage([makeDesign('Dragon'), makeDesign('Loup')])
  rerender(<Remote shell={{ ...shell, notifications: 1 }} />)
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
})

test('the count is exact when the worker tells it', async () => {
  stubRequests({
    [designs]: () => Response.json({ ...makePage([makeDesign('Loup'), makeDesign('Rose')], 'cursor-2'), total: 5371 }),
    'DELETE /api/gallery/designs/Rose': gone,
  })
  openGallery()
  expect(await screen.findByText(/^5\s371 designs$/)).toBeDefined()
  await deleteDesign('Rose')
  expect(screen.getByText(/^5\s370 designs$/)).toBeDefined()
})

test('back from a filter, all loaded pages are there at once', async () => {
  const sent = stubRequests({
    [designs]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
    [`${designs}?cursor=cursor-2`]: () => Response.json(makePage([makeDesign('Rose')])),
    [`${designs}?style=dotwork`]: () => Response.json(makePage([])),
  })
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  await screen.findByText('2 designs')
  await userEvent.click(screen.getByRole('radio', { name: 'Pointillisme' }))
  await screen.findByText('Aucun design trouvé')
  await userEvent.click(screen.getByRole('radio', { name: 'Tous les styles' }))
  expect(subjects()).toEqual(['Loup', 'Rose'])
  expect(sent.filter(({ call }) => call.includes('cursor'))).toHaveLength(1)
})

describe('scrolling near the end', () => {
  let scrollNear = () => {}

  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          scrollNear = () => callback([{ isIntersecting: true }])
        }
        observe() {}
        disconnect() {
          scrollNear = () => {}
        }
      },
    )
  })

  test('loads three pages, then waits for a click, which takes the focus along', async () => {
    const reply = (page: number) => () => Response.json(makePage([makeDesign(`Loup-${page}`)], `c${page}`))
    stubRequests({
      [designs]: reply(0),
      ...Object.fromEntries([0, 1, 2, 3, 4].map((page) => [`${designs}?cursor=c${page}`, reply(page + 1)])),
    })
    openGallery()
    await screen.findByRole('article', { name: 'Loup-0' })
    for (const page of [1, 2, 3]) {
      await act(async () => scrollNear())
      expect(await screen.findByRole('article', { name: `Loup-${page}` })).toBeDefined()
    }
    expect(document.activeElement).toBe(document.body)
    await act(async () => scrollNear())
    expect(card('Loup-4')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
    expect(document.activeElement).toBe(card('Loup-4'))
    await act(async () => scrollNear())
    expect(await screen.findByRole('article', { name: 'Loup-5' })).toBeDefined()
  })
})

describe('undo', () => {
  const restore = 'POST /api/gallery/deleted-designs/restore'

  test('takes a delete back, and the card has the focus again', async () => {
    const sent = stubRequests({
      ...threeDesigns,
      'DELETE /api/gallery/designs/Rose': gone,
      [restore]: () => Response.json({ done: ['Rose'], failed: [] }),
    })
    openGallery()
    await deleteDesign('Rose')
    expect(await screen.findByText('Design supprimé')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
    await vi.waitFor(() => expect(document.activeElement).toBe(card('Rose')))
    expect(screen.queryByText('Design supprimé')).toBeNull()
    expect(sent.find(({ call }) => call === restore)?.body).toEqual({ ids: ['Rose'] })
  })

  test('that is refused says so, and the focus stays on the page', async () => {
    stubRequests({ ...threeDesigns, 'DELETE /api/gallery/designs/Rose': gone, [restore]: problemReply('unavailable', 503) })
    openGallery()
    await deleteDesign('Rose')
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Le design n’a pas été restauré.')
    expect(card('Rose')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})

test('the gallery leads to what was deleted, where a design can be restored', async () => {
  const deleted = { id: 'Rose', subject: 'Une rose', style: 'dotwork', createdAt: '2026-11-20T10:00:00.000Z' }
  stubRequests({
    ...threeDesigns,
    'DELETE /api/gallery/designs/Rose': gone,
    'GET /api/gallery/deleted-designs': () =>
      Response.json({
        designs: [
          { ...deleted, deletedAt: new Date().toISOString(), restorableUntil: new Date(Date.now() + 5.5 * 3_600_000).toISOString() },
        ],
      }),
    'POST /api/gallery/deleted-designs/restore': () => Response.json({ done: ['Rose'], failed: [] }),
  })
  openGallery()
  await deleteDesign('Rose')
  expect((await screen.findByRole('link', { name: 'Supprimés récemment' })).getAttribute('href')).toBe('/gallery?vue=supprimes')
  cleanup()
  const { announce } = openGallery('/gallery?vue=supprimes')
  expect(await screen.findByText('Pointillisme · encore 6 heures')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Restaurer\W+Une rose/ }))
  expect(await screen.findByText('Rien n’a été supprimé depuis 24 heures.')).toBeDefined()
  expect(announce).toHaveBeenLastCalledWith('Design restauré')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  cleanup()
  openGallery()
  expect(await screen.findByRole('article', { name: 'Rose' })).toBeDefined()
})

describe('a selection', () => {
  async function selectTwo() {
    openGallery()
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
    for (const subject of ['Loup', 'Ancre'])
      await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^Sélectionner\\W+${subject}`) }))
    return screen.getByRole('region', { name: 'Sélection' })
  }

  test('is deleted with one question and taken back with one undo', async () => {
    const sent = stubRequests({
      ...threeDesigns,
      'POST /api/gallery/deleted-designs': () => Response.json({ done: ['Loup', 'Ancre'], failed: [] }),
      'POST /api/gallery/deleted-designs/restore': () => Response.json({ done: ['Loup', 'Ancre'], failed: [] }),
    })
    const bar = await selectTwo()
    expect(within(bar).getByText('2 designs sélectionnés')).toBeDefined()
    await userEvent.click(within(bar).getByRole('button', { name: 'Supprimer' }))
    const dialog = screen.getByRole('dialog', { name: /supprimer ces 2 designs/ })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }))
    expect(await screen.findByText('2 designs supprimés')).toBeDefined()
    expect(subjects()).toEqual(['Rose'])
    await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
    await vi.waitFor(() => expect(subjects()).toEqual(['Loup', 'Rose', 'Ancre']))
    expect(sent.flatMap(({ body }) => (body ? [body] : []))).toEqual([{ ids: ['Loup', 'Ancre'] }, { ids: ['Loup', 'Ancre'] }])
  })

  test('that was deleted in part brings the others back with the reason', async () => {
    stubRequests({
      ...threeDesigns,
      'POST /api/gallery/deleted-designs': () => Response.json({ done: ['Loup'], failed: ['Ancre'] }),
    })
    await userEvent.click(within(await selectTwo()).getByRole('button', { name: 'Supprimer' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))
    const box = await screen.findByRole('alert')
    expect(card('Ancre')?.contains(box)).toBe(true)
    expect(card('Loup')).toBeNull()
    expect(screen.getByText('Design supprimé')).toBeDefined()
  })

  test('is added to the favourites and downloaded', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const sent = stubRequests({
      [designs]: () => Response.json(makePage(['Loup', 'Rose', 'Ancre'].map((id) => ({ ...makeDesign(id), favourite: id === 'Loup' })))),
      'PUT /api/gallery/favourites': gone,
      'POST /api/gallery/archives': () => Response.json({ url: '/api/gallery/archives/token' }, { status: 201 }),
    })
    const bar = await selectTwo()
    await userEvent.click(within(bar).getByRole('button', { name: 'Ajouter aux favoris' }))
    expect(screen.getByRole('button', { name: /^Favori\W+Ancre/ }).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(within(bar).getByRole('button', { name: 'Télécharger (ZIP)' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/api/gallery/archives/token'))
    expect(sent.slice(1).map(({ body }) => body)).toEqual([{ ids: ['Ancre'], favourite: true }, { ids: ['Loup', 'Ancre'] }])
  })

  test('ends, and the focus stays on the page', async () => {
    stubRequests(threeDesigns)
    await userEvent.click(within(await selectTwo()).getByRole('button', { name: 'Terminer' }))
    expect(screen.queryByRole('region', { name: 'Sélection' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})

describe('search, favourites and order', () => {
  test('a search goes into the address after a pause, combines with the style, and says what it found', async () => {
    stubRequests({
      ...threeDesigns,
      [`${designs}?style=dotwork`]: () => Response.json(makePage([])),
      [`${designs}?style=dotwork&q=coeur+rose`]: () => Response.json(makePage([makeDesign('coeur', { subject: 'Cœur et rose' })])),
    })
    const { navigate } = openGallery('/gallery?style=dotwork')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher dans vos designs' }), 'coeur  rose')
    expect(await screen.findByRole('article', { name: 'Cœur et rose' })).toBeDefined()
    expect(navigate.mock.calls).toEqual([['/gallery?style=dotwork&q=coeur+rose']])
    expect(screen.getByRole('status').textContent).toBe('1 design')
  })

  test('a search without a result names its words and leads to all designs', async () => {
    stubRequests({ [`${designs}?q=licorne`]: () => Response.json(makePage([])) })
    openGallery('/gallery?q=licorne')
    expect(await screen.findByText(/contient «\slicorne\s»/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Tous les designs' }).getAttribute('href')).toBe('/gallery')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('licorne')
  })

  test('an address with too many words sends as many as the worker accepts', async () => {
    const sent = stubRequests({})
    openGallery('/gallery?q=a+b+c+d+e+f+g+h+i+j')
    await screen.findByRole('alert')
    expect(sent[0]?.call).toBe(`${designs}?q=a+b+c+d+e+f+g+h`)
  })

  test('favourites and order are part of the address', async () => {
    stubRequests({
      ...threeDesigns,
      [`${designs}?favourites=true`]: () => Response.json(makePage([])),
      [`${designs}?favourites=true&sort=oldest`]: () => Response.json(makePage([])),
    })
    const { navigate } = openGallery()
    await userEvent.click(screen.getByRole('button', { name: 'Favoris' }))
    expect(navigate).toHaveBeenLastCalledWith('/gallery?favourites=true')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trier' }), 'Anciens')
    expect(navigate).toHaveBeenLastCalledWith('/gallery?favourites=true&sort=oldest')
    expect(await screen.findByText('Aucun design trouvé')).toBeDefined()
  })

  test('a star is filled at once, and emptied again when it was not saved', async () => {
    const response = deferReply()
    const sent = stubRequests({
      [designs]: () => Response.json(makePage([{ ...makeDesign('Loup'), favourite: false }])),
      'PUT /api/gallery/favourites': response.reply,
    })
    const { announce } = openGallery()
    const star = await screen.findByRole('button', { name: /^Favori\W+Loup/ })
    await userEvent.click(star)
    expect(star.getAttribute('aria-pressed')).toBe('true')
    expect(sent.at(-1)?.body).toEqual({ ids: ['Loup'], favourite: true })
    await act(async () => response.send(problemReply('internal', 500)()))
    await vi.waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'))
    expect(announce.mock.lastCall?.[0]).toMatch(/^Le favori n’a pas été enregistré\./)
  })
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
