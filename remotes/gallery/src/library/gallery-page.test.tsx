import answers from '@encre/gallery-worker/answers.released.json'
import released from '@encre/gallery-worker/contract.released.json'
import { startReleasedWorker } from '@encre/protocol/testing-release'
import {
  createTestShell,
  makeDesign,
  problemReply,
  stubFetch,
  stubRequests,
} from '@encre/remote-kit/testing'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Remote } from '../remote.tsx'
import {
  answerDelete,
  designsCall,
  findCard,
  findFocusedSubject,
  makePage,
  openGallery,
  threeDesigns,
} from '../testing.tsx'

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
  expect(screen.getByRole('link', { name: 'Créer un design' }).getAttribute('href')).toBe(
    '/generator',
  )
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

test('a session that ended leads through sign-in and back to the same filter', async () => {
  stubRequests({ [`${designsCall}?style=dotwork`]: problemReply('permission-denied', 401) })
  const { signIn } = openGallery('/gallery?style=dotwork')
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('/gallery?style=dotwork'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the first page is read again when the shell shows a notification, and tells an artist’s answer once', async () => {
  const answered = [{ designId: 'Loup', subject: 'Un loup', newestId: crypto.randomUUID() }]
  let first = makePage([makeDesign('Loup')])
  stubRequests({ [designsCall]: () => Response.json({ ...first, answered }) })
  const notify = vi.fn()
  const shell = createTestShell({ path: '/gallery', notify })
  const { rerender } = render(<Remote shell={{ ...shell, notifications: 0 }} />)
  await screen.findByRole('article', { name: 'Loup' })
  first = makePage([makeDesign('Dragon'), makeDesign('Loup')])
  rerender(<Remote shell={{ ...shell, notifications: 1 }} />)
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
  expect(notify.mock.calls).toEqual([
    ['Réponse de votre tatoueur : « Un loup »', '/gallery/Loup?vue=fiche'],
  ])
})

test('the current page shows and deletes designs with the worker of the last release', async () => {
  const worker = startReleasedWorker(released, answers)
  stubFetch(worker.fetch)
  openGallery()
  const card = within(await screen.findByRole('article', { name: 'Un loup' }))
  await userEvent.click(card.getByRole('button', { name: /^Plus d’actions/ }))
  expect(card.getByText('Aperçu local, dessiné sans IA')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  await screen.findByRole('article', { name: 'Une rose' })
  await answerDelete('Un loup')
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Un loup' })).toBeNull())
  // A link's page is another document.
  expect(worker.sent.map(({ call }) => call)).toEqual(
    Object.keys(answers).filter((call) => call !== 'GET /f/sample'),
  )
})

describe('more designs', () => {
  test('the following page is appended and its first design takes the focus', async () => {
    stubRequests({
      [designsCall]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
      [`${designsCall}?cursor=cursor-2`]: () =>
        Response.json(makePage([makeDesign('Rose'), makeDesign('Ancre')])),
    })
    openGallery()
    expect(await screen.findByText('Plus de 1 design')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
    expect(await screen.findByText('3 designs')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull()
    expect(findFocusedSubject()).toBe('Rose')
  })

  test('a following page that fails keeps the list and can be loaded again', async () => {
    let second: () => Response = problemReply('unavailable', 503)
    stubRequests({
      [designsCall]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
      [`${designsCall}?cursor=cursor-2`]: () => second(),
    })
    openGallery()
    await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load designs')
    expect(findCard('Loup')).not.toBeNull()
    second = () => Response.json(makePage([makeDesign('Rose')]))
    await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
    expect(await screen.findByText('2 designs')).toBeDefined()
  })

  test('scrolling near the end loads three pages, then waits for a click, which takes the focus along', async () => {
    /** Reports that the end is near; null while the page observes nothing. */
    let report: (() => void) | null = null
    const scrollNear = () => act(async () => report?.())
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          report = () => callback([{ isIntersecting: true }])
        }
        observe() {}
        disconnect() {
          report = null
        }
      },
    )
    const reply = (page: number) => () =>
      Response.json(makePage([makeDesign(`Loup-${page}`)], `c${page}`))
    stubRequests({
      [designsCall]: reply(0),
      ...Object.fromEntries(
        [0, 1, 2, 3, 4].map((page) => [`${designsCall}?cursor=c${page}`, reply(page + 1)]),
      ),
    })
    openGallery()
    await screen.findByRole('article', { name: 'Loup-0' })
    for (const page of [1, 2, 3]) {
      // The page observes its end only after it has shown the page before.
      await waitFor(() => expect(report).not.toBeNull())
      await scrollNear()
      expect(await screen.findByRole('article', { name: `Loup-${page}` })).toBeDefined()
    }
    expect(document.activeElement).toBe(document.body)
    await scrollNear()
    expect(findCard('Loup-4')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
    expect(findFocusedSubject()).toBe('Loup-4')
    await waitFor(() => expect(report).not.toBeNull())
    await scrollNear()
    expect(await screen.findByRole('article', { name: 'Loup-5' })).toBeDefined()
  })
})

test('offline, the page says what still works, until the network is back', async () => {
  stubRequests(threeDesigns)
  openGallery()
  await screen.findAllByRole('article')
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Vous êtes hors ligne\. Les designs affichés/,
  )
  network.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('one design needs no search, order and selection; the style filter is there', async () => {
  stubRequests({ [designsCall]: () => Response.json(makePage([makeDesign('Loup')])) })
  openGallery()
  await screen.findByRole('article')
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sélectionner' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Tous les styles' })).toBeDefined()
})

test('the question before a delete shows the picture and the name', async () => {
  stubRequests(threeDesigns)
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: /^Supprimer\W+Rose/ }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('img', { name: /^Rose/ })).toBeDefined()
  expect(dialog.getByText('Rose')).toBeDefined()
})
