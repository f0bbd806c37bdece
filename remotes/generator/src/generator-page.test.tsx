import answers from '@encre/generator-worker/answers.released.json'
import released from '@encre/generator-worker/contract.released.json'
import { descriptionLimit } from '@encre/protocol/catalogue'
import { releasedSchema, startReleasedWorker } from '@encre/protocol/testing-release'
import { stubFetch } from '@encre/remote-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  generate,
  makeGeneration,
  openGenerator,
  openOptions,
  prompt,
  reloadPage,
  stubWorker,
} from './testing.tsx'

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const picker = () => screen.getByLabelText<HTMLInputElement>(/^Déposez, collez ou choisissez/)
/** What the first click on Générer sent. */
const sentBody = ({ sent }: ReturnType<typeof stubWorker>) =>
  sent('POST', '/api/generator/generations')[0]?.body
const image = (name: string, type = 'image/png') => new File(['bytes'], name, { type })
const dropFiles = (...files: File[]) =>
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } })

test('names the page and starts with the default choices', () => {
  stubWorker()
  const shell = openGenerator()
  expect(shell.setTitle).toHaveBeenCalledWith('Créer')
  expect(
    [radio(/Traditionnel/), radio(/Moyen/), radio(/Bras/)].map(({ checked }) => checked),
  ).toEqual([true, true, true])
  expect(
    screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent),
  ).toEqual(['Black'])
})

test('without a member says that one must be signed in', () => {
  stubWorker()
  openGenerator({ member: null })
  expect(screen.getByText('You must be logged in to generate designs').getAttribute('lang')).toBe(
    'en',
  )
})

test('sending a blank description by keyboard says what is missing, under the input', async () => {
  const worker = stubWorker()
  openGenerator()
  expect(prompt().getAttribute('aria-invalid')).toBeNull()
  await userEvent.type(prompt(), '{Control>}{Enter}{/Control}')
  expect(prompt().getAttribute('aria-invalid')).toBe('true')
  const alert = screen.getByRole('alert')
  expect([alert.textContent, alert.getAttribute('lang')]).toEqual([
    'Please enter a description for your tattoo',
    'en',
  ])
  expect(
    document.getElementById(prompt().getAttribute('aria-describedby') ?? '')?.contains(alert),
  ).toBe(true)
  expect(worker.sent('POST', '/api/generator/generations')).toEqual([])
  await userEvent.type(prompt(), 'Un loup')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(prompt().getAttribute('aria-invalid')).toBeNull()
})

test.each([
  { problem: 'moderation-blocked', invalid: 'true' },
  { problem: 'words-refused', invalid: 'true' },
  { problem: 'provider-unavailable', invalid: null },
])('words are invalid after $problem: $invalid', async ({ problem, invalid }) => {
  const worker = stubWorker()
  openGenerator()
  await userEvent.type(prompt(), 'Un loup')
  await userEvent.click(generate())
  const events = '/api/generator/generations/generation-1/events'
  await waitFor(() => expect(worker.sent('GET', events)).toHaveLength(1))
  worker.emit('state', makeGeneration({ state: 'failed', problem }))
  await screen.findByRole('alert')
  expect(prompt().getAttribute('aria-invalid')).toBe(invalid)
})

test('a transparent background is offered where the provider can make one', async () => {
  const worker = stubWorker({ options: { transparent: true } })
  openGenerator()
  await openOptions()
  await userEvent.click(radio(/Transparent/))
  await userEvent.type(prompt(), 'Un loup')
  await userEvent.click(generate())
  await waitFor(() => expect(sentBody(worker)).toMatchObject({ transparent: true }))
})

test('a format is offered where the provider takes sizes, and follows the placement only when asked', async () => {
  const worker = stubWorker({ options: { sizes: true } })
  openGenerator()
  await openOptions()
  expect(radio(/^Carré$/).checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Adapter à l’emplacement' }))
  expect(radio(/^Bande \(1:3\)$/).checked).toBe(true)
  await userEvent.click(radio(/^Portrait \(2:3\)$/))
  await userEvent.type(prompt(), 'Un loup')
  await userEvent.click(generate())
  await waitFor(() => expect(sentBody(worker)).toMatchObject({ format: 'portrait' }))
})

test('Personnalisé and Autre require a text and send it', async () => {
  const worker = stubWorker()
  openGenerator()
  expect(screen.queryByLabelText('Votre taille')).toBeNull()
  await userEvent.click(radio(/Personnalisé/))
  await userEvent.click(radio(/Autre/))
  await userEvent.type(prompt(), 'Un loup')
  await userEvent.click(generate())
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Précisez la taille, par exemple 25 cm.',
    'Précisez l’emplacement, par exemple la cheville.',
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('Votre taille'))

  await userEvent.type(screen.getByLabelText('Votre taille'), '25\u2060 cm ')
  await userEvent.type(screen.getByLabelText('Votre emplacement'), 'che\u00adville')
  await userEvent.type(prompt(), ' et une\ufeff rose')
  await userEvent.click(generate())
  const [call] = worker.sent('POST', '/api/generator/generations')
  expect(call?.body).toMatchObject({
    description: 'Un loup et une rose',
    size: 'custom',
    sizeDetail: '25 cm',
    placement: 'custom',
    placementDetail: 'cheville',
  })
})

test('the page takes the first file that is dropped anywhere, and shows where it goes', async () => {
  stubWorker()
  openGenerator()
  const zone = picker().closest('label')
  if (!zone) throw new Error('the picker has no zone')
  fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } })
  expect(zone.hasAttribute('data-dragging')).toBe(true)
  dropFiles(image('premier.png'), image('second.png'))
  expect(zone.hasAttribute('data-dragging')).toBe(false)
  expect(await screen.findByRole('img', { name: /premier\.png/ })).toBeDefined()
})

test('an image that is pasted is the reference; words that are pasted are not', async () => {
  stubWorker()
  openGenerator()
  const words = {
    types: ['text/plain', 'Files'],
    files: [image('mots.png')],
    getData: () => 'mots',
  }
  fireEvent.paste(prompt(), { clipboardData: words })
  fireEvent.paste(document.body, {
    clipboardData: { types: ['Files'], files: [image('presse-papiers.png')] },
  })
  expect(await screen.findByRole('img', { name: /presse-papiers\.png/ })).toBeDefined()
})

test('a paste that is longer than the limit says how much was cut', async () => {
  stubWorker()
  openGenerator()
  await userEvent.click(prompt())
  await userEvent.paste('a'.repeat(descriptionLimit + 12))
  expect(screen.getByRole('status').textContent).toContain('12 caractères en trop')
  await userEvent.type(prompt(), '{Backspace}')
  expect(screen.queryByText(/en trop/)).toBeNull()
})

test('Générer is outlined while the words are those of the last design', async () => {
  stubWorker({ running: [makeGeneration({ state: 'done' })] })
  openGenerator()
  await screen.findByRole('img', { name: /^Un loup/ })
  await userEvent.type(prompt(), 'Un loup sous la lune')
  expect(generate().className).toContain('secondary')
  await userEvent.type(prompt(), ' et une rose')
  expect(generate().className).toContain('primary')
})

test('refuses a file that is not an image, and one that is too large once reduced', async () => {
  stubWorker()
  openGenerator()
  const heavy = image('lourd.png')
  Object.defineProperty(heavy, 'size', { value: 10 * 1024 * 1024 + 1 })
  for (const { file, sentence } of [
    { file: image('notes.pdf', 'application/pdf'), sentence: /^Ce fichier ne convient pas/ },
    { file: heavy, sentence: /dépasse 10 Mo/ },
  ]) {
    dropFiles(file)
    expect((await screen.findByText(sentence)).getAttribute('role')).toBe('alert')
    expect(screen.queryByRole('img')).toBeNull()
  }
})

test('describes the chosen style and what a background is for, and offers two ideas that a click writes', async () => {
  stubWorker({ options: { transparent: true } })
  openGenerator()
  expect(screen.getByText(/^Old school américain/)).toBeDefined()
  await openOptions()
  expect(
    screen.getByRole('group', { name: 'Fond', description: /photo de votre peau/ }),
  ).toBeDefined()
  await userEvent.click(radio(/Japonais/))
  expect(screen.getByText(/^Inspiré de l’irezumi/)).toBeDefined()
  const ideas = within(screen.getByRole('group', { name: 'Par exemple' })).getAllByRole('button')
  expect(ideas.map((idea) => idea.textContent)).toEqual([
    'Une carpe koï',
    'Une pivoine et des vagues',
  ])
  for (const idea of ideas) {
    await userEvent.click(idea)
    expect(prompt().value).toBe(idea.textContent)
  }
  await userEvent.type(prompt(), ' et un pont')
  expect(screen.queryByRole('group', { name: 'Par exemple' })).toBeNull()
})

test('without quota, Générer is disabled and the hour of the reset is shown', async () => {
  const worker = stubWorker({
    options: { quota: { limit: 20, left: 0, resetsAt: '2026-11-21T00:00:00.000Z' } },
  })
  openGenerator()
  await screen.findByText(
    /^Plus de génération aujourd’hui\. Vous pourrez recommencer (demain )?à \d+ h( \d{2})?\.$/,
  )
  await userEvent.type(prompt(), 'Un loup{Control>}{Enter}{/Control}')
  expect(generate().disabled).toBe(true)
  expect(worker.sent('POST', '/api/generator/generations')).toEqual([])
})

test('says when the provider cannot use a reference, and how many generations are left', async () => {
  stubWorker({
    options: {
      references: false,
      quota: { limit: 20, left: 1, resetsAt: '2026-11-21T00:00:00.000Z' },
    },
  })
  openGenerator()
  expect(
    await screen.findByText(
      'Le service d’images configuré ne peut pas utiliser d’image de référence.',
    ),
  ).toBeDefined()
  expect(screen.queryByLabelText(/^Déposez, collez ou choisissez/)).toBeNull()
  expect(screen.getByText('Il vous reste 1 génération aujourd’hui')).toBeDefined()
})

test('a draft survives a reload, for the same member only', async () => {
  stubWorker()
  openGenerator()
  await userEvent.type(prompt(), 'Un loup')
  await userEvent.click(radio(/Japonais/))
  reloadPage()
  openGenerator()
  expect(prompt().value).toBe('Un loup')
  expect(radio(/Japonais/).checked).toBe(true)
  reloadPage()
  openGenerator({ member: { id: 'member-2', email: 'b@encre.example', name: 'B' } })
  expect(prompt().value).toBe('')
})

test('a session that ended leads to sign-in and back', async () => {
  stubWorker()
  let isOver = false
  const shell = openGenerator({
    getToken: async () => (isOver ? Promise.reject(new Error('login_required')) : 'token'),
  })
  await userEvent.type(prompt(), 'Un loup')
  isOver = true
  await userEvent.click(generate())
  expect(shell.signIn).toHaveBeenCalledWith('/generator')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the current page generates a design with the worker of the last release', async () => {
  const worker = startReleasedWorker(released, answers)
  stubFetch(worker.fetch)
  openGenerator()
  await screen.findByLabelText(/^Déposez, collez ou choisissez/)
  await userEvent.upload(picker(), image('modele.png'))
  await screen.findByRole('img', { name: /modele\.png/ })
  await userEvent.type(prompt(), 'Un loup')
  await userEvent.click(generate())
  expect(await screen.findByRole('img', { name: /^Un loup/ })).toBeDefined()
  const request = worker.sent.find(({ call }) => call === 'POST /api/generator/generations')?.body
  expect(request).toMatchObject({ description: 'Un loup', referenceId: '5d0c7f64-reference' })
  expect(releasedSchema(released, 'GenerationRequest').parse(request)).toEqual(request)
})
