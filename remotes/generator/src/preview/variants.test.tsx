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

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const tiles = () => within(screen.getByRole('list', { name: 'Variantes' })).getAllByRole('listitem')
const see = (number: number) =>
  screen.getByRole('button', { name: `Voir : Variante ${number} sur 4` })
const tile = (number: number) => within(tiles()[number - 1] ?? document.body)

async function generateVariants(count: number) {
  await screen.findByText(/^Il vous reste/)
  await userEvent.click(radio(`${count}`))
  await userEvent.click(prompt())
  await userEvent.paste('Un loup sous la lune')
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  await screen.findByRole('list', { name: 'Variantes' })
}

test('one image by default; the cost of more is said before Générer', async () => {
  stubWorker()
  openGenerator()
  await screen.findByText('Il vous reste 17 générations aujourd’hui')
  const counts = within(screen.getByRole('group', { name: 'Nombre d’images' }))
  expect(counts.getByRole('radio', { checked: true })).toBe(radio('1 image'))
  await userEvent.click(radio('4'))
  expect(
    screen.getByText('4 variantes comptent pour 4 générations. Il vous en restera 13 aujourd’hui'),
  ).toBeDefined()
})

test('four variants are side by side, each on its own, and their number stays', async () => {
  const worker = stubWorker()
  openGenerator()
  await generateVariants(4)
  expect(worker.sent('POST', generations)).toHaveLength(4)
  expect(tiles()).toHaveLength(4)
  expect(radio('4').checked).toBe(true)
  await waitFor(() =>
    expect(worker.sent('GET', `${generations}/generation-4/events`)).toHaveLength(1),
  )

  expect(screen.getByText(/Il vous en restera 9 aujourd’hui/)).toBeDefined()
  worker.emitFor(makeGeneration({ id: 'generation-2', state: 'done' }))
  expect(await tile(2).findByRole('img', { name: /^Un loup sous la lune/ })).toBeDefined()
  expect(screen.getByText('3 variantes en cours')).toBeDefined()
  worker.emitFor(
    makeGeneration({ id: 'generation-3', state: 'failed', problem: 'moderation-blocked' }),
  )
  await tile(3).findByText(/refuse cette description/)
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await userEvent.click(screen.getByRole('button', { name: 'Annuler : Variante 1 sur 4' }))
  await tile(1).findByText('La génération a été annulée.')
  // The head of the sheet says nothing about it, so that nothing moves.
  expect([screen.getAllByText('La génération a été annulée.').length, scroll.mock.calls]).toEqual([
    1,
    [],
  ])
  worker.emitFor(makeGeneration({ id: 'generation-4', state: 'done' }))

  expect(await screen.findByText('2 variantes prêtes sur 4')).toBeDefined()
  expect(screen.getByText('Les deux sont dans Mes Designs.')).toBeDefined()
  // Beside each other, and not once more among the earlier designs.
  expect(screen.getAllByRole('img')).toHaveLength(2)
  // When the page opens, and once after the last of them.
  expect(worker.sent('GET', '/api/generator/options')).toHaveLength(2)
})

async function openFour() {
  const worker = stubWorker()
  openGenerator()
  await generateVariants(4)
  const all = [1, 2, 3, 4].map((number) =>
    makeGeneration({ id: `generation-${number}`, state: 'done' }),
  )
  await waitFor(() =>
    expect(worker.sent('GET', `${generations}/generation-4/events`)).toHaveLength(1),
  )
  for (const generation of all) {
    worker.emitFor(generation)
  }
  await screen.findByText('Vos 4 variantes sont prêtes')
  worker.generations = all.reverse()
}

test('each tile has its words and a button; the chosen one fills the sheet, and a press or an arrow goes back', async () => {
  await openFour()
  expect(screen.getByText('Les quatre sont dans Mes Designs.')).toBeDefined()
  for (const number of [1, 2, 3, 4]) {
    expect(tile(number).getByText('Un loup sous la lune')).toBeDefined()
    expect(tile(number).getByText('Voir')).toBe(see(number))
  }
  await userEvent.click(see(2))
  expect(screen.queryByRole('list', { name: 'Variantes' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Voir le calque' }).getAttribute('href')).toBe(
    '/gallery/generation-2',
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Les quatre' }))
  await userEvent.keyboard('{Enter}')
  expect(tiles()).toHaveLength(4)
  expect(document.activeElement).toBe(see(2))

  await userEvent.click(see(4))
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(see(4))
})

test('four variants stand together again after a reload, in their order, and when the page is left', async () => {
  await openFour()
  reloadPage()
  openGenerator()
  await screen.findByText('Vos 4 variantes sont prêtes')
  await userEvent.click(see(4))
  expect(screen.getByRole('link', { name: 'Voir le calque' }).getAttribute('href')).toBe(
    '/gallery/generation-4',
  )
  cleanup()
  openGenerator()
  expect(await screen.findByText('Vos 4 variantes sont prêtes')).toBeDefined()
  expect(tiles()).toHaveLength(4)
})

test('a variant that still runs after a reload has its place beside those that are done', async () => {
  const worker = stubWorker()
  openGenerator()
  await generateVariants(2)
  await waitFor(() =>
    expect(worker.sent('GET', `${generations}/generation-2/events`)).toHaveLength(1),
  )
  worker.emitFor(makeGeneration({ id: 'generation-1', state: 'done' }))
  await tile(1).findByRole('img')
  reloadPage()
  worker.generations = [
    makeGeneration({ id: 'generation-2', state: 'calling' }),
    makeGeneration({ id: 'generation-1', state: 'done' }),
  ]
  openGenerator()
  expect(await screen.findByText('1 variante en cours')).toBeDefined()
  expect(tile(1).getByRole('img')).toBeDefined()
  expect(tile(2).getByRole('button', { name: /^Annuler/ })).toBeDefined()
})

test('an interrupted variant is started again from its tile, once no other runs', async () => {
  const worker = stubWorker()
  openGenerator()
  await generateVariants(2)
  await waitFor(() =>
    expect(worker.sent('GET', `${generations}/generation-2/events`)).toHaveLength(1),
  )
  worker.emitFor(makeGeneration({ id: 'generation-1', state: 'interrupted' }))
  await tile(1).findByText(/a été interrompue/)
  expect(screen.queryByRole('button', { name: /^Lancer/ })).toBeNull()
  worker.emitFor(makeGeneration({ id: 'generation-2', state: 'done' }))
  await userEvent.click(await tile(1).findByRole('button', { name: /^Lancer/ }))
  expect(worker.sent('POST', generations)).toHaveLength(3)
})
