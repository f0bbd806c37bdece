import { makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PictureError } from '../atelier/picture.ts'
import { drawFrame, InPageWorker, unset } from '../atelier/testing.ts'
import { makePage, openGallery } from '../testing.tsx'

const picture = vi.hoisted(() => ({ readPicture: vi.fn() }))
vi.mock('../atelier/picture.ts', async (original) => ({ ...(await original<typeof import('../atelier/picture.ts')>()), ...picture }))

const wolf = makeDesign('loup', { subject: 'Un loup', style: 'minimalist', size: 'custom', sizeDetail: '8 cm' })
const rose = makeDesign('rose', { subject: 'Une rose', style: 'minimalist', size: 'custom', sizeDetail: '8 cm' })
const replies = {
  'GET /api/gallery/designs/loup': () => Response.json(wolf),
  'GET /api/gallery/designs/loup/settings': () => Response.json(unset),
  'GET /api/gallery/designs/rose': () => Response.json(rose),
  'GET /api/gallery/designs/rose/settings': () => Response.json({ ...unset, sizeMm: 20 }),
}
const open = () => openGallery('/gallery/compare?a=loup&b=rose&style=minimalist')
const side = (subject: string) => screen.findByRole('region', { name: subject })

beforeEach(() => {
  picture.readPicture.mockReset().mockImplementation(async () => drawFrame())
  vi.stubGlobal('Worker', InPageWorker)
  vi.stubGlobal('__webpack_public_path__', '/remotes/gallery/v1/')
})

test('shows both designs with their sizes and whether their lines last', async () => {
  stubRequests(replies)
  const { setTitle } = open()
  expect(within(await side('Un loup')).getByText('8,0 × 8,0 cm')).toBeDefined()
  expect(within(await side('Un loup')).getByText('La taille choisie suffit.')).toBeDefined()
  expect(within(await side('Une rose')).getByText('2,0 × 2,0 cm')).toBeDefined()
  expect(within(await side('Une rose')).getByText(/^au moins \d/)).toBeDefined()
  expect(within(await side('Une rose')).getByText(/qui décident\.$/)).toBeDefined()
  expect(setTitle).toHaveBeenLastCalledWith('Comparer')
  expect(screen.getByRole('status').textContent).toMatch(/à la même échelle/)
  const link = within(await side('Une rose')).getByRole('link')
  expect(link.getAttribute('href')).toBe('/gallery/rose?style=minimalist')
  expect(screen.getByRole('link', { name: /Mes Designs/ }).getAttribute('href')).toBe('/gallery?style=minimalist')
})

test('rulers of one scale have the same ticks, on both sheets and along both sides', async () => {
  stubRequests({ ...replies, 'GET /api/gallery/designs/loup/settings': () => Response.json({ ...unset, sizeMm: 120 }) })
  open()
  const spacings = ['Un loup', 'Une rose'].map(async (subject) => {
    const rulers = [...(await side(subject)).querySelectorAll('svg[aria-hidden]')]
    const centimetres = subject === 'Un loup' ? 12 : 2
    return rulers.map((ruler) => centimetres / (ruler.querySelectorAll('line').length - 1))
  })
  expect((await Promise.all(spacings)).flat()).toEqual([0.5, 0.5, 0.5, 0.5])
})

test.each([
  ['deleted', problemReply('not-found', 404), "La ressource demandée n'existe pas.", false],
  ['not answered', problemReply('unavailable', 503), 'Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.', true],
])('a design that is %s says so, and the other one is shown', async (_, reply, sentence, canRetry) => {
  stubRequests({ ...replies, 'GET /api/gallery/designs/rose': reply })
  open()
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(await side('Un loup')).toBeDefined()
  expect(screen.queryAllByRole('button', { name: 'Réessayer' })).toHaveLength(canRetry ? 1 : 0)
})

test('an image that cannot be read is named, with its link', async () => {
  stubRequests(replies)
  picture.readPicture.mockRejectedValueOnce(new PictureError('unreadable'))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Votre navigateur ne lit pas cette image.')
  expect(screen.getByRole('link', { name: 'Ouvrir l’image' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull()
})

test.each(['?a=loup&b=loup', '?a=loup', '?a=&b=loup', ''])('the address %j names no two designs, and asks for nothing', async (query) => {
  const sent = stubRequests({})
  openGallery(`/gallery/compare${query}`)
  expect((await screen.findByRole('alert')).textContent).toContain('deux designs différents')
  expect(sent).toEqual([])
})

test('two selected designs are compared, and no other number of them', async () => {
  stubRequests({ 'GET /api/gallery/designs': () => Response.json(makePage(['Loup', 'Rose', 'Ancre'].map((id) => makeDesign(id)))) })
  const { navigate } = openGallery()
  await screen.findAllByRole('article')
  await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
  const compare = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Comparer' })
  const isDisabled: boolean[] = []
  for (const subject of ['Ancre', 'Loup', 'Rose']) {
    await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`${subject}$`) }))
    isDisabled.push((await compare()).disabled)
  }
  expect(isDisabled).toEqual([true, false, true])
  await userEvent.click(screen.getByRole('checkbox', { name: /Rose$/ }))
  await userEvent.click(await compare())
  expect(navigate).toHaveBeenLastCalledWith('/gallery/compare?a=Loup&b=Ancre')
})
