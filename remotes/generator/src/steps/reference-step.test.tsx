import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { generate, openGenerator, parent, prompt, stubWorker } from '../testing.tsx'
import { reduceImage } from './reduce-image.ts'

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body
const wolf = new File(['bytes'], 'loup.png', { type: 'image/png' })

/** Chooses an image whose reading takes until `finish` is called. */
async function startReading(file = wolf) {
  const { promise, resolve } = Promise.withResolvers<File>()
  vi.mocked(reduceImage).mockReturnValueOnce(promise)
  fireEvent.change(picker(), { target: { files: [file] } })
  await screen.findByText('Lecture de l’image...')
  return () => resolve(file)
}

test('nothing is generated while an image is read: it would be without the image', async () => {
  const worker = stubWorker()
  openGenerator()
  await userEvent.type(prompt(), 'Un loup')
  const finish = await startReading()
  expect(generate().disabled).toBe(true)
  expect(screen.getByText('Lecture de l’image...').getAttribute('aria-live')).toBe('polite')
  await userEvent.type(prompt(), '{Control>}{Enter}{/Control}')
  expect(worker.sent('POST', '/api/generator/generations')).toEqual([])
  finish()
  await screen.findByRole('img', { name: /loup\.png/ })
  await userEvent.click(generate())
  await waitFor(() => expect(worker.sent('POST', '/api/generator/generations')).toHaveLength(1))
  expect(worker.sent('POST', '/api/generator/generations')[0]?.body).toMatchObject({
    referenceId: 'reference-1',
  })
})

test('an image that is cleared while another one is read does not come back', async () => {
  stubWorker()
  openGenerator()
  ;(await startReading())()
  await screen.findByRole('img', { name: /loup\.png/ })
  const finish = await startReading(new File(['bytes'], 'carpe.png', { type: 'image/png' }))
  await userEvent.click(screen.getByRole('button', { name: 'Retirer l’image' }))
  finish()
  await screen.findByText(/^Déposez, collez/)
  expect(screen.queryByRole('img')).toBeNull()
})

test('words that are typed while an image is read stay', async () => {
  const worker = stubWorker()
  worker.replyOnce.set('GET /api/generator/parents/design-7', () => Response.json(parent))
  openGenerator({ path: '/generator?from=design-7&reference=true' })
  await screen.findByRole('link', { name: /^Variation/ })
  const finish = await startReading()
  await userEvent.type(prompt(), ' et un loup')
  finish()
  await screen.findByRole('img', { name: /loup\.png/ })
  expect(prompt().value).toBe('Une rose fanée et un loup')
})

test('a picture that is dropped from another site says that a file is needed', async () => {
  stubWorker()
  openGenerator()
  const dataTransfer = { types: ['text/uri-list', 'text/html'], files: [] }
  // The browser would leave the page for the picture.
  expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false)
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Il faut un fichier\./)
  // Words and addresses are dropped into the idea as ever.
  expect(fireEvent.drop(prompt(), { dataTransfer })).toBe(true)
})

test('an image that cannot be read says so, and another one can be chosen', async () => {
  stubWorker()
  openGenerator()
  const unreadable = new File(['bytes'], 'illisible.png', { type: 'image/png' })
  fireEvent.change(picker(), { target: { files: [unreadable] } })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Votre navigateur ne sait pas lire cette image/,
  )
  fireEvent.change(picker(), { target: { files: [wolf] } })
  expect(await screen.findByRole('img', { name: /loup\.png/ })).toBeDefined()
})

test('an image of more than 50 million pixels is refused from its header', async () => {
  stubWorker()
  openGenerator()
  vi.mocked(reduceImage).mockClear()
  const header = new Uint8Array(33)
  header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const size = new DataView(header.buffer)
  size.setUint32(16, 24_000)
  size.setUint32(20, 18_000)
  const poster = new File([header], 'affiche.png', { type: 'image/png' })
  fireEvent.change(picker(), { target: { files: [poster] } })
  expect((await screen.findByRole('alert')).textContent).toMatch(/dépasse 50 millions de pixels/)
  expect(reduceImage).not.toHaveBeenCalled()
})
