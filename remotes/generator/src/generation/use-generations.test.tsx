import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { leavePage, makeGeneration, openGenerator, problemResponse, startWorker } from '../testing.tsx'

const generations = '/api/generator/generations'
const one = `${generations}/generation-1`
const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Décrivez votre idée' })
const panel = () => within(screen.getByRole('region', { name: 'Aperçu' }))

async function generateDesign() {
  await userEvent.click(prompt())
  await userEvent.paste('Un loup sous la lune')
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
}

test('a design is made, followed by its events and shown with its words', async () => {
  const worker = startWorker()
  const shell = openGenerator()
  await generateDesign()

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Génération...' }).disabled).toBe(true)
  expect(prompt().disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toContain('Création de votre design unique...')
  const [call] = worker.sent('POST', generations)
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(call?.body).toEqual({
    style: 'traditional',
    size: 'medium',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: ['#000000'],
    description: 'Un loup sous la lune',
    referenceId: null,
  })

  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  worker.emit('state', makeGeneration({ state: 'calling' }))
  expect(await screen.findByText('Le dessin se trace')).toBeDefined()
  worker.emit('partial', { index: 0, image: 'data:image/png;base64,AAAA' })
  await waitFor(() => expect(document.querySelector('img[src^="data:"]')).not.toBeNull())
  worker.emit('state', makeGeneration({ state: 'done' }))

  expect((await screen.findByRole('img', { name: /^Un loup sous la lune/ })).getAttribute('src')).toContain('/images/generation-1')
  expect(screen.queryByText('Création de votre design unique...')).toBeNull()
  expect(panel().getByText('Un loup sous la lune')).toBeDefined()
  expect(panel().getByText('Create a traditional tattoo design. Subject: Un loup sous la lune.')).toBeDefined()
  expect(panel().getByText('Aperçu local, dessiné sans IA')).toBeDefined()
  const link = panel().getByRole<HTMLAnchorElement>('link', { name: 'Ouvrir dans un nouvel onglet' })
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener'])
  expect(shell.announce).toHaveBeenCalledWith('Votre design est prêt.')
  expect(prompt().value).toBe('Un loup sous la lune')
})

test('a design whose transparent background was not to be had says so', async () => {
  const asked = { ...makeGeneration().request, transparent: true }
  const running = [
    makeGeneration({ id: 'generation-1', state: 'done', request: asked, transparent: true }),
    makeGeneration({ id: 'generation-2', state: 'done', request: asked, transparent: false }),
  ]
  startWorker({ running })
  openGenerator()
  expect(await screen.findAllByRole('img')).toHaveLength(2)
  expect(screen.getAllByText(/n'a pas pu laisser le fond transparent/)).toHaveLength(1)
})

test('several designs are listed, the newest first, each generation with a key of its own', async () => {
  const older = makeGeneration({ id: 'generation-0', state: 'done', createdAt: '2026-11-20T09:00:00.000Z' })
  const worker = startWorker({ running: [older] })
  openGenerator()
  await screen.findByRole('img')
  for (const id of ['generation-1', 'generation-2']) {
    worker.answerOnce.set(`POST ${generations}`, async () =>
      Response.json(makeGeneration({ id, state: 'done', createdAt: `2026-11-20T1${id.at(-1)}:00:00.000Z` })),
    )
    if (prompt().value === '') await generateDesign()
    else await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
    await waitFor(() => expect(screen.getAllByRole('img')[0]?.getAttribute('src')).toContain(id))
  }
  const shown = screen.getAllByRole('img').map((img) => img.getAttribute('src')?.match(/generation-\d/)?.[0])
  expect(shown).toEqual(['generation-2', 'generation-1', 'generation-0'])
  expect(new Set(worker.sent('POST', generations).map((call) => call.headers.get('idempotency-key'))).size).toBe(2)
})

test('a running generation is found again after a reload', async () => {
  const worker = startWorker({ running: [makeGeneration({ state: 'calling' })] })
  openGenerator()
  expect(await screen.findByText('Création de votre design unique...')).toBeDefined()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  expect(worker.sent('POST', generations)).toEqual([])
  worker.emit('state', makeGeneration({ state: 'done' }))
  expect(await screen.findByRole('img', { name: /^Un loup/ })).toBeDefined()
})

test('a stream that breaks is asked for and taken up after its last event', async () => {
  const worker = startWorker({ running: [makeGeneration({ state: 'queued' })] })
  openGenerator()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  worker.emit('state', makeGeneration({ state: 'calling' }), '2.1')
  await screen.findByText('Le dessin se trace')
  worker.cutStream()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(2))
  expect(worker.sent('GET', one)).toHaveLength(1)
  expect(worker.sent('GET', `${one}/events`)[1]?.headers.get('last-event-id')).toBe('2.1')
  worker.emit('state', makeGeneration({ state: 'done' }), '3')
  expect(await screen.findByRole('img', { name: /^Un loup/ })).toBeDefined()
})

test('polling alone is enough where streams do not come through', async () => {
  const worker = startWorker({ running: [makeGeneration({ state: 'calling' })] })
  worker.answerOnce.set(`GET ${one}/events`, async () => problemResponse(503, 'unavailable'))
  worker.answerOnce.set(`GET ${one}`, async () => Response.json(makeGeneration({ state: 'done' })))
  openGenerator()
  expect(await screen.findByRole('img', { name: /^Un loup/ })).toBeDefined()
})

test('no answer at all: the same key is tried again', async () => {
  const worker = startWorker()
  worker.answerOnce.set(`POST ${generations}`, () => Promise.reject(new TypeError('Failed to fetch')))
  openGenerator()
  await generateDesign()
  await waitFor(() => expect(worker.sent('POST', generations)).toHaveLength(2))
  const [first, second] = worker.sent('POST', generations).map((call) => call.headers.get('idempotency-key'))
  expect(second).toBe(first)
})

test('a click after an answer that says nothing sure repeats the key; after a refusal it is a new one', async () => {
  const worker = startWorker()
  openGenerator()
  const keys = () => worker.sent('POST', generations).map((call) => call.headers.get('idempotency-key'))
  worker.answerOnce.set(`POST ${generations}`, async () => problemResponse(500, 'internal'))
  await generateDesign()
  await screen.findByRole('alert')
  worker.answerOnce.set(`POST ${generations}`, async () => problemResponse(429, 'resource-exhausted'))
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  await screen.findByText(/Limite de requêtes/)
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  await waitFor(() => expect(keys()).toHaveLength(3))
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[2]).not.toBe(keys()[1])
})

test.each([
  [
    'moderation-blocked',
    "Failed to generate design: Le fournisseur d'images refuse cette description. Reformulez votre idée, puis réessayez.",
  ],
  ['no-image', 'Failed to generate design: No image was generated'],
  ['provider-busy', 'Failed to generate design: Limite de requêtes atteinte. Veuillez réessayer plus tard.'],
  ['save-failed', "Failed to save design Le dessin est fait, mais votre galerie n'a pas pu le garder. Veuillez réessayer."],
  ['constructor', 'An unexpected error occurred'],
])('%s is told under the prompt, with what can be quoted', async (code, sentence) => {
  const worker = startWorker()
  openGenerator()
  await generateDesign()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  worker.emit('state', makeGeneration({ state: 'failed', problem: code }))
  const alert = await screen.findByRole('alert')
  expect(alert.querySelector('[lang=en]')?.textContent).toBe(sentence)
  expect(alert.textContent).toContain('request-7')
  expect(screen.queryByText('Création de votre design unique...')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Générer' }).disabled).toBe(false)
  expect(prompt().value).toBe('Un loup sous la lune')
})

test("a refused style reads as the specification's own sentence", async () => {
  const worker = startWorker()
  worker.answerOnce.set(`POST ${generations}`, async () => problemResponse(400, 'invalid-style'))
  openGenerator()
  await generateDesign()
  expect((await screen.findByRole('alert')).querySelector('[lang=en]')?.textContent).toBe('Invalid style selected')
})

test('an interrupted generation says so and starts anew with one click', async () => {
  const worker = startWorker()
  openGenerator()
  await generateDesign()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  worker.emit('state', makeGeneration({ state: 'interrupted' }))
  expect((await screen.findByRole('alert')).textContent).toContain('La génération a été interrompue')
  await userEvent.click(screen.getByRole('button', { name: 'Lancer une nouvelle génération' }))
  await waitFor(() => expect(worker.sent('POST', generations)).toHaveLength(2))
  const [first, second] = worker.sent('POST', generations)
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
})

test('an end that came while the page was away is told, an old failure is not', async () => {
  const worker = startWorker()
  worker.generations = [makeGeneration({ id: 'generation-0', state: 'failed', problem: 'no-image' })]
  openGenerator()
  await screen.findByText("Il vous reste 17 générations aujourd'hui")
  expect(screen.queryByRole('alert')).toBeNull()
  await generateDesign()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))

  worker.generations = [makeGeneration({ state: 'interrupted' }), ...worker.generations]
  leavePage()
  openGenerator()
  expect((await screen.findByRole('alert')).textContent).toContain('La génération a été interrompue')
})

test('a running generation can be cancelled, and the page says what that may still cost', async () => {
  const worker = startWorker()
  const shell = openGenerator()
  await generateDesign()
  expect(await screen.findByText(/le fournisseur peut tout de même la facturer/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(worker.sent('DELETE', one)).toHaveLength(1)
  expect(await screen.findByText('La génération a été annulée.')).toBeDefined()
  expect(shell.announce).toHaveBeenCalledWith('La génération a été annulée.')
  expect(screen.getByText('Vos designs apparaîtront ici après la génération')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  expect(worker.sent('POST', generations)).toHaveLength(2)
})

test('the focus comes back to where it was when the input was disabled', async () => {
  const worker = startWorker()
  openGenerator()
  await userEvent.type(prompt(), 'Un loup{Control>}{Enter}{/Control}')
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  expect(prompt().disabled).toBe(true)
  prompt().blur()
  worker.emit('state', makeGeneration({ state: 'done' }))
  await screen.findByRole('img', { name: /^Un loup/ })
  expect(document.activeElement).toBe(prompt())
})

test('a page that is left asks for nothing any more', async () => {
  const worker = startWorker({ running: [makeGeneration({ state: 'calling' })] })
  openGenerator()
  await waitFor(() => expect(worker.sent('GET', `${one}/events`)).toHaveLength(1))
  leavePage()
  const calls = worker.calls.length
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(worker.calls).toHaveLength(calls)
})
