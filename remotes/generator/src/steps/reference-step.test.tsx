import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { generate, openGenerator, parent, prompt, stubWorker } from '../testing.tsx'

const reduce = vi.hoisted(() => ({ reduceImage: vi.fn<(file: File) => Promise<File>>() }))
vi.mock('./reduce-image.ts', async (load) => ({ ...(await load<typeof import('./reduce-image.ts')>()), ...reduce }))

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body
const wolf = new File(['bytes'], 'loup.png', { type: 'image/png' })

/** Chooses an image whose reading takes until `finish` is called. */
async function startReading(file = wolf) {
  const { promise, resolve } = Promise.withResolvers<File>()
  reduce.reduceImage.mockReturnValueOnce(promise)
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
  expect(worker.sent('POST', '/api/generator/generations')[0]?.body).toMatchObject({ referenceId: 'reference-1' })
})

test('an image that is cleared while another one is read does not come back', async () => {
  stubWorker()
  openGenerator()
  ;(await startReading())()
  await screen.findByRole('img', { name: /loup\.png/ })
  const finish = await startReading(new File(['bytes'], 'carpe.png', { type: 'image/png' }))
  await userEvent.click(screen.getByRole('button', { name: 'Retirer l’image' }))
  finish()
  await screen.findByText(/Déposez une image ici/)
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

test('an image that cannot be read because its code does not load says so, and can be chosen again', async () => {
  stubWorker()
  openGenerator()
  vi.doMock('./reference-file.ts', () => {
    throw new Error('ChunkLoadError')
  })
  fireEvent.change(picker(), { target: { files: [wolf] } })
  expect((await screen.findByRole('alert')).textContent).toBe('L’image n’a pas pu être lue. Vérifiez votre réseau, puis réessayez.')
  vi.doUnmock('./reference-file.ts')
  reduce.reduceImage.mockResolvedValueOnce(wolf)
  fireEvent.change(picker(), { target: { files: [wolf] } })
  expect(await screen.findByRole('img', { name: /loup\.png/ })).toBeDefined()
})
