import type { AtelierSettings } from '@encre/gallery-worker/contract'
import { makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { designsCall, makePage, openGallery } from '../../testing.tsx'
import { PictureError } from '../studio/picture.ts'
import { drawFrame, InPageWorker, unset } from '../testing.ts'

const picture = vi.hoisted(() => ({ readPicture: vi.fn() }))
vi.mock('../studio/picture.ts', async (original) => ({
  ...(await original<typeof import('../studio/picture.ts')>()),
  ...picture,
}))

const design = makeDesign('loup', {
  subject: 'Un loup',
  style: 'minimalist',
  size: 'custom',
  sizeDetail: '8 cm',
})
const replies = (settings: Partial<AtelierSettings> = {}) => ({
  'GET /api/gallery/designs/loup': () => Response.json(design),
  'GET /api/gallery/designs/loup/settings': () => Response.json({ ...unset, ...settings }),
  'GET /api/gallery/designs/loup/neighbours?style=minimalist': () =>
    Response.json({ previous: null, next: 'rose' }),
  'PATCH /api/gallery/designs/loup/settings': () => Response.json({ ...unset, ...settings }),
  'GET /api/gallery/designs/loup/links': () => Response.json({ links: [] }),
})
const open = (view = '') => openGallery(`/gallery/loup?style=minimalist${view && `&vue=${view}`}`)

beforeEach(() => {
  picture.readPicture.mockImplementation(async () => drawFrame())
  vi.stubGlobal('Worker', InPageWorker)
  vi.stubGlobal('__webpack_public_path__', '/remotes/gallery/v1/')
})
afterEach(async () => {
  // Leaving the page saves. The reply must still be stubbed.
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  picture.readPicture.mockReset()
})

test('is titled by the subject, and links to its tools and to its neighbours in the filtered list', async () => {
  stubRequests(replies())
  const shell = open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Un loup' })).toBeDefined()
  await waitFor(() => expect(shell.setTitle).toHaveBeenLastCalledWith('Un loup'))
  const tabs = within(screen.getByRole('navigation', { name: 'Outils de l’atelier' })).getAllByRole(
    'link',
  )
  expect(
    tabs.map((tab) => [
      tab.textContent,
      tab.getAttribute('href'),
      tab.getAttribute('aria-current'),
    ]),
  ).toEqual([
    ['Calque', '/gallery/loup?style=minimalist', 'page'],
    ['Vieillissement', '/gallery/loup?style=minimalist&vue=vieillissement', null],
    ['Sur la peau', '/gallery/loup?style=minimalist&vue=peau', null],
    ['Fiche', '/gallery/loup?style=minimalist&vue=fiche', null],
  ])
  expect((await screen.findByRole('link', { name: 'Suivant' })).getAttribute('href')).toBe(
    '/gallery/rose?style=minimalist',
  )
  expect(screen.queryByRole('link', { name: 'Précédent' })).toBeNull()
  expect(screen.getByRole('link', { name: /Mes Designs/ }).getAttribute('href')).toBe(
    '/gallery?style=minimalist',
  )
})

test('draws the stencil at the size of the design, says how it is printed, and counts its sheets', async () => {
  stubRequests(replies())
  open()
  const stencil = await screen.findByRole('img', { name: /^Calque de/ })
  expect(stencil.getAttribute('viewBox')).toBe('0 0 80 80')
  expect(screen.getByText('8,0 × 8,0 cm')).toBeDefined()
  expect(await screen.findByText('1 feuille')).toBeDefined()
  await userEvent.click(screen.getByText('A4 · noir · sans miroir'))
  await userEvent.click(screen.getByRole('radio', { name: 'Violet' }))
  expect(screen.getByText('A4 · violet · sans miroir')).toBeDefined()
})

test('an end that stops before a line is shown when asked for, and closes by a press', async () => {
  picture.readPicture.mockImplementation(async () => drawFrame({ linePixels: 3, endsWithin: 8 }))
  const requests = stubRequests(replies({ rendering: 'clean' }))
  open()
  expect(await screen.findByText('2 bouts ouverts')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Fermer ce bout' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Voir' }))
  const [first] = screen.getAllByRole('button', { name: 'Fermer ce bout' })
  if (first) await userEvent.click(first)
  expect(await screen.findByText('1 bout ouvert')).toBeDefined()
  expect(document.activeElement?.tagName).toBe('FIELDSET')
  cleanup()
  await waitFor(() => expect(requests.map(({ call }) => call.split(' ')[0])).toContain('PATCH'))
})

test('shade is outlined only when it is asked for, and is said not to be measured', async () => {
  const side = 400
  const data = new Uint8ClampedArray(4 * side * side).fill(255)
  for (let at = 0; at < side * side; at++) {
    const distance = Math.hypot((at % side) - 199.5, Math.floor(at / side) - 199.5)
    if (Math.abs(distance - 160) < 4) data.fill(0, 4 * at, 4 * at + 3)
    else if (distance < 90) data.fill(190, 4 * at, 4 * at + 3)
  }
  picture.readPicture.mockImplementation(async () => ({
    width: side,
    height: side,
    data: data.slice(),
  }))
  stubRequests(replies())
  open()
  const stencil = await screen.findByRole('img', { name: /^Calque de/ })
  const shade = await screen.findByRole('checkbox', { name: 'Ombrage, en pointillé' })
  expect(shade).toHaveProperty('checked', false)
  expect(stencil.querySelectorAll('path')).toHaveLength(1)
  await userEvent.click(shade)
  await waitFor(() => expect(stencil.querySelectorAll('path')).toHaveLength(2))
  expect(screen.getByText(/^Ce n’est pas un trait : il n’est pas mesuré/)).toBeDefined()
})

test('a size or corrections from before Cadrer are of a drawing without its frame, until its part is chosen', async () => {
  const side = 400
  const data = new Uint8ClampedArray(4 * side * side).fill(255)
  for (let at = 0; at < side * side; at++) {
    const x = at % side
    const y = Math.floor(at / side)
    const edge = Math.min(x, y, side - 1 - x, side - 1 - y)
    if ((edge >= 20 && edge < 26) || Math.abs(Math.hypot(x - 199.5, y - 199.5) - 85) < 5)
      data.fill(0, 4 * at, 4 * at + 3)
  }
  picture.readPicture.mockImplementation(async () => ({
    width: side,
    height: side,
    data: data.slice(),
  }))
  // The frame is 360 pixels wide, the ring in its middle 180.
  const sent = stubRequests(
    replies({ corrections: [{ kind: 'line', width: 2, points: [0, 0, 100, 100] }] }),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Cadrer' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Toute l’image' }))
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer le cadrage' }))
  await waitFor(() => expect(sent.at(-1)?.call).toMatch(/^PATCH/))
  expect(sent.at(-1)?.body).toEqual({
    keepsFrame: true,
    crop: { corners: [0, 0, 1, 0, 1, 1, 0, 1], strokes: [] },
    corrections: [{ kind: 'line', width: 1, points: [25, 25, 75, 75] }],
  })
})

test.each([
  {
    how: 'by hand',
    sendAgain: async () => userEvent.click(screen.getByRole('button', { name: 'Réessayer' })),
  },
  {
    how: 'when the browser is online again',
    sendAgain: async () => void dispatchEvent(new Event('online')),
  },
])(
  'notes that could not be saved stay on the page, and are sent again $how',
  async ({ sendAgain }) => {
    let isDown = true
    const sent = stubRequests({
      ...replies(),
      'PATCH /api/gallery/designs/loup/settings': () =>
        isDown ? problemReply('unavailable', 503)() : Response.json(unset),
    })
    open('fiche')
    const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Notes pour votre tatoueur',
    })
    await userEvent.type(notes, 'Pas trop\u00ad haut')
    expect(await screen.findByText('Nous ne savons pas encore si c’est fait.')).toBeDefined()
    expect(notes.value).toBe('Pas trop\u00ad haut')
    isDown = false
    await sendAgain()
    expect(await screen.findByText(/Enregistré\s*$/)).toBeDefined()
    expect(sent.findLast(({ call }) => call.startsWith('PATCH'))).toEqual({
      call: 'PATCH /api/gallery/designs/loup/settings',
      body: { notes: 'Pas trop haut' },
    })
  },
)

test('notes that the end of the session interrupted are there after sign-in, and are saved', async () => {
  let isRefused = true
  const sent = stubRequests({
    ...replies(),
    'PATCH /api/gallery/designs/loup/settings': () =>
      isRefused ? problemReply('permission-denied', 401)() : Response.json(unset),
  })
  const shell = open('fiche')
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Notes pour votre tatoueur' }),
    'Dos',
  )
  await waitFor(() =>
    expect(shell.signIn).toHaveBeenCalledWith('/gallery/loup?style=minimalist&vue=fiche'),
  )
  cleanup()
  // Leaving tries once more, in vain.
  await waitFor(() => expect(sent.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(2))
  await new Promise((resolve) => setTimeout(resolve))
  isRefused = false
  open('fiche')
  const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Notes pour votre tatoueur',
  })
  expect(notes.value).toBe('Dos')
  expect(await screen.findByText(/Enregistré\s*$/)).toBeDefined()
  expect(sent.filter(({ call }) => call.startsWith('PATCH')).at(-1)?.body).toEqual({ notes: 'Dos' })
})

test('an image that cannot be read says why, and is no bug', async () => {
  picture.readPicture.mockRejectedValue(new PictureError('memory'))
  stubRequests(replies())
  const shell = open()
  expect((await screen.findByRole('alert')).textContent).toMatch(/manque de mémoire/)
  expect(shell.report).not.toHaveBeenCalled()
})

test('a browser without workers says so, and offers the image', async () => {
  vi.stubGlobal('Worker', undefined)
  stubRequests(replies())
  open()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Votre navigateur ne permet pas ce calcul.',
  )
  expect(screen.getByRole('link', { name: 'Ouvrir l’image' }).getAttribute('href')).toBe(
    design.imageUrl,
  )
})

class LostWorker extends InPageWorker {
  override postMessage() {
    this.dispatchEvent(new ErrorEvent('error'))
  }
}

test.each([
  {
    loader: "the shell's loader",
    name: 'encreLoadFile',
    value: () => Promise.reject(new Error('lost')),
  },
  { loader: 'the browser', name: 'Worker', value: LostWorker },
])('a worker that $loader cannot load says so, and can be tried again', async ({ name, value }) => {
  vi.stubGlobal(name, value)
  stubRequests(replies())
  const shell = open()
  expect((await screen.findByRole('alert')).textContent).toMatch(/Le serveur ne répond pas/)
  expect(shell.report).not.toHaveBeenCalled()
  vi.stubGlobal('encreLoadFile', undefined)
  vi.stubGlobal('Worker', InPageWorker)
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByRole('img', { name: /^Calque de/ })).toBeDefined()
})

test('recommends a size, and the button that takes it says how large it is', async () => {
  // 280 pixels of ink on 20 mm: a line of three pixels is 0.21 mm wide.
  picture.readPicture.mockImplementation(async () => drawFrame({ side: 320, linePixels: 3 }))
  stubRequests(replies({ sizeMm: 20 }))
  open('vieillissement')
  expect(await screen.findByText(/^Taille conseillée : au moins/)).toBeDefined()
  expect(screen.getByText(/^Ce sont les (traits|intervalles|boucles) qui décident\./)).toBeDefined()
  expect(screen.getByText('Traits fins (moins de 0,3 mm)').parentElement?.textContent).toMatch(
    /\d+\s% des traits|moins de 1\s%/,
  )
  const take = screen.getByRole('button', { name: /^Prendre [\d,]+\scm$/ })
  const size = take.textContent?.replace('Prendre ', '') ?? ''
  expect(screen.getByText(/^Taille conseillée/).textContent).toBe(
    `Taille conseillée\u00a0: au moins ${size}`,
  )
  await userEvent.click(take)
  expect(await screen.findByText('La taille choisie suffit.')).toBeDefined()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Taille' })
  expect(`${field.value}\u00a0cm`).toBe(size)
})

test('a size out of range says which one was kept, once it is typed', async () => {
  stubRequests(replies({ sizeMm: 80 }))
  open()
  const field = await screen.findByRole('textbox', { name: 'Taille' })
  await userEvent.clear(field)
  await userEvent.paste('120')
  expect(screen.queryByText(/gardés/)).toBeNull()
  await userEvent.tab()
  expect(screen.getByText(/^De 1 à 100\scm\s: 8\scm gardés\.$/)).toBeDefined()
})

test('a design that the member does not have is a sentence and a way back', async () => {
  const missing = problemReply('not-found', 404)
  stubRequests({
    'GET /api/gallery/designs/loup': missing,
    'GET /api/gallery/designs/loup/settings': missing,
    'GET /api/gallery/designs/loup/links': missing,
    'GET /api/gallery/designs/loup/neighbours?style=minimalist': missing,
  })
  const shell = open()
  expect((await screen.findByRole('alert')).textContent).toContain(
    "La ressource demandée n'existe pas.",
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Atelier' })).toBeDefined()
  expect(shell.report).not.toHaveBeenCalled()
})

test('an answer of the artist is announced on every tab until it is read', async () => {
  const answered = { designId: 'loup', subject: 'Un loup', newestId: 'r', answers: 2 }
  const answer = { id: 'r', linkId: 'a', text: 'Ça me va', createdAt: design.createdAt }
  stubRequests({
    ...replies(),
    'GET /api/gallery/designs/loup': () => Response.json({ ...design, answered }),
    'GET /api/gallery/designs/loup/links': () =>
      Response.json({ links: [], answers: [{ ...answer, seenAt: null }] }),
    'POST /api/gallery/designs/loup/answers/seen': () => new Response(null, { status: 204 }),
  })
  const { announce } = open('peau')
  expect(await screen.findByRole('link', { name: 'Fiche 2 réponses' })).toBeDefined()
  expect(announce).toHaveBeenCalledWith('Réponse de votre tatoueur : « Un loup »')
  cleanup()
  open('fiche')
  await screen.findByRole('heading', { level: 1, name: 'Un loup' })
  expect(screen.getByRole('link', { name: 'Fiche' })).toBeDefined()
})

test('the card is shown with what artists answered: later, it would move the fields', async () => {
  const links = 'GET /api/gallery/designs/loup/links'
  const reply = Promise.withResolvers<Response>()
  const sent = stubRequests({ ...replies(), [links]: () => reply.promise })
  open('fiche')
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(links))
  expect(screen.queryAllByRole('textbox')).toEqual([])
  const answer = { id: 'r', linkId: 'a', text: 'Ça me va', createdAt: design.createdAt }
  const answers = [{ ...answer, seenAt: design.createdAt }]
  reply.resolve(Response.json({ links: [], answers }))
  await screen.findByRole('textbox', { name: 'Notes pour votre tatoueur' })
  expect(screen.getByText('Ça me va')).toBeDefined()
})

test('the other tools do not wait for the links', async () => {
  stubRequests({
    ...replies(),
    'GET /api/gallery/designs/loup/links': () => new Promise<Response>(() => {}),
  })
  open('peau')
  expect(await screen.findByRole('textbox', { name: 'Taille' })).toBeDefined()
})

test('a card whose links cannot be read says so, reads them again, and keeps its fields meanwhile', async () => {
  const answered = { designId: 'loup', subject: 'Un loup', newestId: 'r', answers: 1 }
  const answer = { id: 'r', linkId: 'a', text: 'Ça me va', createdAt: design.createdAt }
  const links = vi.fn(() => Response.json({ links: [], answers: [{ ...answer, seenAt: null }] }))
  links.mockImplementationOnce(problemReply('unavailable', 503))
  stubRequests({
    ...replies(),
    'GET /api/gallery/designs/loup': () => Response.json({ ...design, answered }),
    'GET /api/gallery/designs/loup/links': links,
    'POST /api/gallery/designs/loup/answers/seen': () => new Response(null, { status: 204 }),
  })
  open('fiche')
  const failure = within(await screen.findByRole('alert'))
  expect(failure.getByText('Les liens et leurs réponses n’ont pas pu être lus')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Fiche 1 réponse' })).toBeDefined()
  const notes = screen.getByRole('textbox', { name: 'Notes pour votre tatoueur' })

  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Ça me va')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Envoyer à votre tatoueur')
  expect(screen.getByRole('link', { name: 'Fiche' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Notes pour votre tatoueur' })).toBe(notes)
})

test('links that were read stay when they cannot be read again', async () => {
  const answer = { linkId: 'a', createdAt: design.createdAt, seenAt: design.createdAt }
  const replyWith = (text: string) => () =>
    Response.json({ links: [], answers: [{ ...answer, id: text, text }] })
  const links = vi.fn(replyWith('Ça me va'))
  stubRequests({ ...replies(), 'GET /api/gallery/designs/loup/links': links })
  const { report } = open('fiche')
  await screen.findByText('Ça me va')
  const shown: (string | null)[] = []
  const observer = new MutationObserver(() => shown.push(document.body.textContent))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })

  links.mockImplementationOnce(problemReply('internal', 500))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(report).toHaveBeenCalled())
  links.mockImplementationOnce(replyWith('Plus grand'))
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Plus grand')
  observer.disconnect()
  expect(shown.filter((words) => words?.includes('n’ont pas pu être lus'))).toEqual([])
})

test('a design whose sharing was stopped says when and why, on every tab, and how to contest it', async () => {
  const stopped = { at: '2026-11-28T12:00:00.000Z', reason: 'Une insulte, article 3.' }
  stubRequests({
    ...replies(),
    'GET /api/gallery/designs/loup': () => Response.json({ ...design, stopped }),
  })
  open('peau')
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText('Partage arrêté le 28 novembre 2026')).toBeDefined()
  expect(notice.getByText(/Une insulte, article 3\./)).toBeDefined()
  expect(notice.getByRole('link').getAttribute('href')).toBe('/mentions-legales')
})

test('a design of the gallery is named and shown before its answer has arrived', async () => {
  const listed = { ...design, imageUrl: 'https://encre.example/card?o=1' }
  stubRequests({
    ...replies(),
    [designsCall]: () => Response.json(makePage([listed])),
    'GET /api/gallery/designs/loup': () => new Promise<Response>(() => {}),
  })
  openGallery()
  await screen.findByRole('article', { name: 'Un loup' })
  cleanup()
  open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Un loup')
  expect(document.querySelector('[data-violet] img')?.getAttribute('src')).toBe(
    'https://encre.example/card?o=1&w=512',
  )
})
