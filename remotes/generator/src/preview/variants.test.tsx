import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { generations, makeGeneration, openGenerator, openOptions, stubWorker } from '../testing.tsx'

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const tiles = () => within(screen.getByRole('list', { name: 'Variantes' })).getAllByRole('listitem')
const tile = (number: number) => within(tiles()[number - 1] ?? document.body)

async function generateVariants(count: number) {
  await screen.findByText(/^Il vous reste/)
  await openOptions()
  await userEvent.click(radio(`${count}`))
  await userEvent.click(screen.getByRole('textbox', { name: 'Décrivez votre idée' }))
  await userEvent.paste('Un loup sous la lune')
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  await screen.findByRole('list', { name: 'Variantes' })
}

test('one variant by default; the cost of more is said before Générer', async () => {
  stubWorker()
  openGenerator()
  await screen.findByText('Il vous reste 17 générations aujourd’hui')
  await openOptions()
  expect(
    within(screen.getByRole('group', { name: 'Variantes' })).getByRole('radio', { checked: true }),
  ).toBe(radio('1'))
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
  await screen.findByRole('alert')
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await userEvent.click(screen.getByRole('button', { name: 'Annuler : Variante 1 sur 4' }))
  await tile(1).findByText('La génération a été annulée.')
  // The form says nothing about it, so that nothing moves.
  expect([screen.getAllByText('La génération a été annulée.').length, scroll.mock.calls]).toEqual([
    1,
    [],
  ])
  worker.emitFor(makeGeneration({ id: 'generation-4', state: 'done' }))

  expect(await screen.findByText('2 variantes prêtes sur 4')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Choisir dans Mes Designs' }).getAttribute('href')).toBe(
    '/gallery',
  )
  // Beside each other, and not once more among the earlier designs.
  expect(screen.getAllByRole('img')).toHaveLength(2)
  await userEvent.click(radio('Variante 2 sur 4'))
  expect(screen.getAllByRole('link', { name: 'Voir le calque' })).toHaveLength(1)
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('link', { name: 'Voir le calque' }).getAttribute('href')).toBe(
    '/gallery/generation-4',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Voir les 4' }))
  expect(document.activeElement).toBe(radio('Variante 4 sur 4'))
  // When the page opens, and once after the last of them.
  expect(worker.sent('GET', '/api/generator/options')).toHaveLength(2)
})
