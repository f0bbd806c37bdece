import { deferReply, problemReply } from '@encre/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  generations,
  makeGeneration,
  openGenerator,
  prompt,
  reloadPage,
  stubWorker,
} from '../testing.tsx'

const one = `${generations}/generation-1`
const panel = () => within(screen.getByRole('region', { name: 'Aperçu' }))
const sheet = () => screen.getByRole('group', { name: 'Design en cours' })

const waitForStream = ({ sent }: ReturnType<typeof stubWorker>) =>
  waitFor(() => expect(sent('GET', `${one}/events`)).toHaveLength(1))

/** Opens the page and generates a design. The page follows it. */
async function openAndGenerate(worker: ReturnType<typeof stubWorker>) {
  openGenerator()
  await generateDesign()
  await waitForStream(worker)
}

async function generateDesign() {
  await userEvent.click(prompt())
  await userEvent.paste('Un loup sous la lune')
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
}

test('a design is generated, followed by its events and shown with its prompt', async () => {
  const worker = stubWorker()
  const shell = openGenerator()
  await generateDesign()

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Génération...' }).disabled).toBe(
    true,
  )
  expect(prompt().disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toContain('Création de votre design unique...')
  const [call] = worker.sent('POST', generations)
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(call?.body).toEqual(makeGeneration().request)

  await waitForStream(worker)
  worker.emit('state', makeGeneration({ state: 'calling' }))
  expect(await screen.findByText('Tracé en cours')).toBeDefined()
  worker.emit('partial', { index: 0, image: 'data:image/png;base64,AAAA' })
  await waitFor(() => expect(document.querySelector('img[src^="data:"]')).not.toBeNull())
  worker.emit('state', makeGeneration({ state: 'done' }))

  expect(
    (await screen.findByRole('img', { name: /^Un loup sous la lune/ })).getAttribute('src'),
  ).toContain('/images/generation-1')
  expect(screen.queryByText('Création de votre design unique...')).toBeNull()
  expect(panel().getByText('Un loup sous la lune')).toBeDefined()
  expect(panel().getByText('Aperçu local, dessiné sans IA')).toBeDefined()
  await userEvent.click(panel().getByRole('button', { name: /Autres actions/ }))
  expect(
    panel().getByText('Create a traditional tattoo design. Subject: generation-1.'),
  ).toBeDefined()
  const link = panel().getByRole<HTMLAnchorElement>('link', {
    name: 'Ouvrir dans un nouvel onglet',
  })
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener'])
  expect(panel().getByRole('link', { name: 'Voir le calque' }).getAttribute('href')).toBe(
    '/gallery/generation-1',
  )
  expect(panel().getByRole('link', { name: 'S’en inspirer' }).getAttribute('href')).toBe(
    '/generator?from=generation-1&reference=true',
  )
  scrollTo(0, 800)
  await userEvent.click(panel().getByRole('link', { name: 'S’en inspirer' }))
  expect([document.activeElement, window.scrollY]).toEqual([
    screen.getByRole('heading', { level: 1 }),
    0,
  ])
  expect(shell.announce).toHaveBeenCalledWith('Votre design est prêt.')
  expect(prompt().value).toBe('Un loup sous la lune')
})

test('what just happened stands above an older design: cancelled, and saved', async () => {
  const older = makeGeneration({ id: 'generation-0', state: 'done' })
  const worker = stubWorker({ running: [older] })
  openGenerator()
  const picture = () => within(sheet()).findByRole('img', { name: /^Un loup/ })
  const isAbove = (words: Node, image: Node) =>
    words.compareDocumentPosition(image) === Node.DOCUMENT_POSITION_FOLLOWING
  await picture()
  expect(prompt().placeholder).toBe('Un loup qui hurle à la lune, entouré de branches de pin')
  await generateDesign()
  await waitForStream(worker)
  worker.emit('state', makeGeneration({ state: 'cancelled', counted: true }))
  const cancelled = await within(sheet()).findByText('La génération a été annulée.')
  expect(isAbove(cancelled, await picture())).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  const events = `${generations}/generation-2/events`
  await waitFor(() => expect(worker.sent('GET', events)).toHaveLength(1))
  const createdAt = '2026-11-20T11:00:00.000Z'
  worker.emit('state', makeGeneration({ id: 'generation-2', state: 'done', createdAt }))
  const saved = await within(sheet()).findByText(/Il est dans Mes Designs\./)
  expect(isAbove(saved, await picture())).toBe(true)
  expect(within(sheet()).queryByText('La génération a été annulée.')).toBeNull()
})

test('a picture of an earlier design opens its atelier', async () => {
  const done = [1, 2].map((number) => makeGeneration({ id: `generation-${number}`, state: 'done' }))
  stubWorker({ running: done })
  openGenerator()
  const strip = await screen.findByRole('region', { name: 'Designs précédents' })
  const link = within(strip).getByRole<HTMLAnchorElement>('link', { name: /^Un loup/ })
  expect([link.getAttribute('href'), link.target]).toEqual(['/gallery/generation-2', ''])
})

test('a design that could not have a transparent background says so', async () => {
  const requested = { ...makeGeneration().request, transparent: true }
  const done = { state: 'done', request: requested } as const
  const images = [true, false].map((transparent) =>
    makeGeneration({ ...done, id: `generation-${transparent}`, transparent }),
  )
  stubWorker({ running: images })
  openGenerator()
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2))
  expect(screen.getAllByText(/n’a pas pu laisser le fond transparent/)).toHaveLength(1)
})

test('a design says which format the provider ignored, and what it could not draw, as plain text', async () => {
  const drawn = makeGeneration({
    state: 'done',
    revisedPrompt: 'Dessiné : Un loup. Non compris : <b>épines</b>',
  })
  stubWorker({ running: [{ ...drawn, request: { ...drawn.request, format: 'band' } }] })
  openGenerator()
  expect(
    await screen.findByText(/n’a pas suivi le format demandé\s: ce design est au format carré\./),
  ).toBeDefined()
  expect(screen.getByText(/^Pas dessiné\s: «\s<b>épines<\/b>\s»\.$/)).toBeDefined()
})

test.each([
  {
    name: 'takes a place of the quota',
    part: { state: 'failed', problem: 'moderation-blocked', counted: true },
    sentence: 'Cet essai est décompté',
  },
  {
    name: 'takes none',
    part: { state: 'failed', problem: 'no-image', counted: false },
    sentence: 'Cet essai n’est pas décompté',
  },
  {
    name: 'is cancelled during the call',
    part: { state: 'cancelled', counted: true },
    sentence: 'Cet essai est décompté',
  },
] as const)('a generation that $name says so', async ({ part, sentence }) => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  worker.emit('state', makeGeneration(part))
  expect(await screen.findByText(new RegExp(sentence))).toBeDefined()
})

test.each([
  {
    name: 'refused',
    code: 'resource-exhausted',
    status: 429,
    sentence: 'Cet essai n’est pas décompté',
  },
])('a request that is $name says whether it was counted', async ({ code, status, sentence }) => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, problemReply(code, status))
  openGenerator()
  await generateDesign()
  expect(await screen.findByText(new RegExp(sentence))).toBeDefined()
})

test('a failure is shown at the head of the sheet, with the request id', async () => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  worker.emit('state', makeGeneration({ state: 'failed', problem: 'save-failed' }))
  const alert = await within(sheet()).findByRole('alert')
  expect(alert.querySelector('[lang=en]')?.textContent).toMatch(
    /^Failed to save design .*votre galerie n’a pas pu le garder/,
  )
  expect(alert.textContent).toContain('request-7')
  expect(screen.queryByText('Création de votre design unique...')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Générer' }).disabled).toBe(false)
  expect(prompt().value).toBe('Un loup sous la lune')
})

test('an interrupted generation says so and starts again with one click', async () => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  worker.emit('state', makeGeneration({ state: 'interrupted' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'La génération a été interrompue',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Lancer une nouvelle génération' }))
  await waitFor(() => expect(worker.sent('POST', generations)).toHaveLength(2))
  const [first, second] = worker.sent('POST', generations)
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
})

test('a request without an answer says that it is sent again', async () => {
  const worker = stubWorker()
  openGenerator()
  worker.replyOnce.set(`POST ${generations}`, () => {
    worker.replyOnce.set(`POST ${generations}`, () => new Promise<Response>(() => {}))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await generateDesign()
  expect(await screen.findByText(/Votre demande est renvoyée/)).toBeDefined()
})

test('without a network the page says that nothing has left, and Annuler takes it back', async () => {
  const worker = stubWorker()
  openGenerator()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await generateDesign()
  expect(await screen.findByText(/rien n’est encore parti/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(await screen.findByText('La génération a été annulée.')).toBeDefined()
  expect(worker.sent('POST', generations)).toEqual([])
})

test('a running generation can be cancelled, and the page says what it may still cost', async () => {
  const worker = stubWorker()
  const shell = openGenerator()
  await generateDesign()
  expect(await screen.findByText(/compte, même si vous l’annulez/)).toBeDefined()
  worker.emit('state', makeGeneration({ state: 'calling', problem: 'provider-unavailable' }), '2')
  expect(
    await screen.findByText(
      /ne la livre pas. Nous réessayons pendant 55 minutes\s; annuler ne coûte rien/,
    ),
  ).toBeDefined()
  expect(screen.queryByText(/compte, même si vous l’annulez/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(worker.sent('DELETE', one)).toHaveLength(1)
  expect(await screen.findByText('La génération a été annulée.')).toBeDefined()
  expect(shell.announce).toHaveBeenCalledWith('La génération a été annulée.')
  expect(screen.getByText('Vos designs apparaîtront ici après la génération')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  expect(worker.sent('POST', generations)).toHaveLength(2)
})

const waitingSentence = /^Le service d’images est très demandé\s: votre design attend son tour\.$/

test('a generation that waits for a busy provider says so, until its next call', async () => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  worker.emit('state', makeGeneration({ state: 'queued', waiting: true }), '3')
  expect((await screen.findByText(waitingSentence)).closest('[role="status"]')).not.toBeNull()
  expect(
    screen.getByText(/^Nous réessayons pendant dix minutes\s; annuler ne coûte rien\./),
  ).toBeDefined()
  expect(screen.queryByText(/compte, même si vous l’annulez/)).toBeNull()
  worker.emit('state', makeGeneration({ state: 'calling', waiting: false }), '4')
  expect(await screen.findByText('Tracé en cours')).toBeDefined()
  expect(screen.queryByText(waitingSentence)).toBeNull()
  worker.emit(
    'state',
    makeGeneration({ state: 'failed', problem: 'provider-busy', counted: false }),
    '5',
  )
  expect(await screen.findByText(/a atteint sa propre limite/)).toBeDefined()
})

test('generations that are found waiting say so, each at its place', async () => {
  const waiting = (id: string) => makeGeneration({ id, state: 'queued', waiting: true })
  stubWorker({ running: [waiting('generation-1'), waiting('generation-2')] })
  openGenerator()
  expect(await screen.findAllByText(waitingSentence)).toHaveLength(2)
})

test('the focus of a member who was about to cancel moves to the sheet when the design is done', async () => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  ;(await screen.findByRole('button', { name: 'Annuler' })).focus()
  worker.emit('state', makeGeneration({ state: 'done' }))
  await screen.findByRole('img', { name: /^Un loup/ })
  expect(document.activeElement).toBe(sheet())
})

test('a running generation that is found while the member types does not take the focus to the page itself', async () => {
  const { reply, send } = deferReply()
  const worker = stubWorker()
  worker.replyOnce.set(`GET ${generations}`, reply)
  openGenerator()
  await userEvent.click(prompt())
  send(Response.json({ generations: [makeGeneration({ state: 'calling' })] }))
  await waitFor(() => expect(prompt().disabled).toBe(true))
  expect(document.activeElement).toBe(sheet())
})

test('a reload while a generation runs says that it runs before the list is read', async () => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  reloadPage()
  const { reply, send } = deferReply()
  worker.replyOnce.set(`GET ${generations}`, reply)
  openGenerator()
  expect(panel().getByText('Création de votre design unique...')).toBeDefined()
  send(Response.json({ generations: [] }))
  expect(await screen.findByText('Vos designs apparaîtront ici après la génération')).toBeDefined()
})

test('another member starts with an empty page', async () => {
  const worker = stubWorker()
  await openAndGenerate(worker)
  cleanup()
  openGenerator({ member: { id: 'member-2', email: 'b@encre.example', name: 'B' } })
  expect(await screen.findByText('Vos designs apparaîtront ici après la génération')).toBeDefined()
})
