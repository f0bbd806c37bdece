import { problemReply } from '@encre/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makeGeneration, openGenerator, parent, reloadPage, stubWorker } from '../testing.tsx'

const generations = '/api/generator/generations'
const readParent = 'GET /api/generator/parents/design-7'
const path = '/generator?retoucher=design-7'
const words = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Que changer\s\?$/ })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Retoucher' }))

function open(settings?: Parameters<typeof stubWorker>[0]) {
  const worker = stubWorker(settings)
  worker.replyOnce.set(readParent, () => Response.json(parent))
  openGenerator({ path })
  return worker
}

test('words change a design; before and after are compared, and the result can be retouched again', async () => {
  const worker = open()
  await words()
  expect(await screen.findByText('Il vous reste 17 générations aujourd’hui')).toBeDefined()
  expect(worker.sent('POST', generations)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Traits plus épais' }))
  await submit()
  const request = {
    ...makeGeneration().request,
    description: 'Traits plus épais',
    parentId: 'design-7',
    parentAsReference: true,
    retouch: true,
  }
  expect(worker.sent('POST', generations)[0]?.body).toMatchObject({
    ...request,
    style: 'dotwork',
    size: 'custom',
    sizeDetail: '9 cm',
    placement: 'leg',
    colors: ['#cc0000'],
  })
  worker.emit('state', makeGeneration({ request, state: 'done' }))
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Comparer avant et après' })
  expect(slider.value).toBe('50')
  expect(screen.getByRole('link', { name: 'Retoucher ce résultat' }).getAttribute('href')).toBe('/generator?retoucher=generation-1')
})

test('blank words are named, and nothing is sent', async () => {
  const worker = open()
  await words()
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Écrivez ce qui doit changer.')
  expect(worker.sent('POST', generations)).toEqual([])
})

test.each([
  ['resource-exhausted', 429, 'Limite de requêtes atteinte. Veuillez réessayer plus tard.'],
  ['references-unsupported', 422, 'Le service d’images configuré ne peut pas utiliser d’image de référence.'],
  ['not-found', 404, "La ressource demandée n'existe pas."],
])('%s is one sentence, and the words stay, also after a reload', async (code, status, sentence) => {
  const worker = open()
  await userEvent.type(await words(), 'Sans fond')
  worker.replyOnce.set(`POST ${generations}`, problemReply(code, status))
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  reloadPage()
  open()
  expect((await words()).value).toBe('Sans fond')
})

test('a provider that cannot change images is said before anything is written', async () => {
  open({ options: { references: false } })
  expect((await screen.findByRole('alert')).textContent).toContain('ne sait pas modifier un design')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a rectangle of the keyboard is the part to change, and an empty part is named', async () => {
  const worker = open()
  await userEvent.type(await words(), 'Une rose')
  await userEvent.click(screen.getByRole('radio', { name: 'Seulement ici' }))
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Peignez d’abord la partie à changer.')
  screen.getByRole('application', { name: 'Partie à changer' }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
  expect(screen.getByText(/^Rectangle de 37.%.à 67.%.en largeur, de 37.%.à 65.%.en hauteur$/)).toBeDefined()
  // The DOM of the tests has no canvas to make the mask.
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Changez tout le design.')
  await userEvent.keyboard('{Delete}')
  expect(worker.sent('POST', generations)).toEqual([])
})
