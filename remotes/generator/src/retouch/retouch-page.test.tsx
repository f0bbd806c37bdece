import { problemReply } from '@encre/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  generations,
  makeGeneration,
  openGenerator,
  parent,
  reloadPage,
  stubWorker,
} from '../testing.tsx'
import { emptyRegion, isEmpty, pressKey, type Region } from './region.ts'

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
  const { style, size, sizeDetail, placement, colors, id: parentId } = parent
  const retouch = {
    parentId,
    parentAsReference: true,
    retouch: true,
    description: 'Traits plus épais',
  }
  const request = {
    ...makeGeneration().request,
    ...retouch,
    style,
    size,
    sizeDetail,
    placement,
    colors,
  }
  expect(worker.sent('POST', generations)[0]?.body).toMatchObject(request)
  worker.emit('state', makeGeneration({ request, state: 'done' }))
  const slider = await screen.findByRole<HTMLInputElement>('slider', {
    name: 'Comparer avant et après',
  })
  expect(slider.value).toBe('50')
  expect(screen.getByRole('link', { name: 'Retoucher ce résultat' }).getAttribute('href')).toBe(
    '/generator?retoucher=generation-1',
  )
})

test('blank words are named, and nothing is sent', async () => {
  const worker = open()
  await words()
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Écrivez ce qui doit changer.')
  expect(worker.sent('POST', generations)).toEqual([])
})

test('a refusal is one sentence, and the words stay, also after a reload', async () => {
  const worker = open()
  await userEvent.type(await words(), 'Sans fond')
  worker.replyOnce.set(`POST ${generations}`, problemReply('not-found', 404))
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain(
    "La ressource demandée n'existe pas.",
  )
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
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Peignez d’abord la partie à changer.',
  )
  screen.getByRole('application', { name: 'Partie à changer' }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
  expect(
    screen.getByText(/^Rectangle de 37.%.à 67.%.en largeur, de 37.%.à 65.%.en hauteur$/),
  ).toBeDefined()
  // The DOM of the tests has no canvas to make the mask.
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Changez tout le design.')
  await userEvent.keyboard('{Delete}')
  expect(worker.sent('POST', generations)).toEqual([])
})

describe('the region', () => {
  const stroke = (erases: boolean) => ({ erases, width: 0.1, points: [{ x: 0.5, y: 0.5 }] })
  const press = (region: Region, ...keys: [key: string, isShift?: boolean][]) =>
    keys.reduce((now, [key, isShift = false]) => pressKey(now, key, isShift) ?? now, region)

  test('is empty until something is painted; an eraser paints nothing', () => {
    expect([isEmpty(emptyRegion), isEmpty({ ...emptyRegion, strokes: [stroke(true)] })]).toEqual([
      true,
      true,
    ])
    expect(isEmpty({ ...emptyRegion, strokes: [stroke(false), stroke(true)] })).toBe(false)
  })

  test('arrows place a rectangle, move it and change its size, within the image', () => {
    const placed = press(emptyRegion, ['ArrowLeft'])
    expect(placed.rectangle).toEqual({ x: 0.35, y: 0.35, width: 0.3, height: 0.3 })
    expect(press(placed, ['ArrowLeft'], ['ArrowDown', true]).rectangle).toEqual({
      x: 0.33,
      y: 0.35,
      width: 0.3,
      height: 0.32,
    })
    const many = (key: string, isShift = false) =>
      press(placed, ...Array.from({ length: 60 }, (): [string, boolean] => [key, isShift]))
    expect(many('ArrowRight').rectangle).toMatchObject({ x: 0.7, width: 0.3 })
    expect(many('ArrowRight', true).rectangle).toMatchObject({ x: 0.35, width: 0.65 })
    expect(many('ArrowUp', true).rectangle).toMatchObject({ height: 0.04 })
    expect(press(placed, ['Delete']).rectangle).toBeNull()
    expect(pressKey(placed, 'Tab', false)).toBeNull()
  })
})
