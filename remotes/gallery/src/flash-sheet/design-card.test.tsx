import type { ListedDesign } from '@encre/gallery-worker/contract'
import { makeDesign } from '@encre/remote-kit/testing'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type CardActions, DesignCard } from './design-card.tsx'

const wolf: ListedDesign = makeDesign('loup', {
  subject: 'Un loup sous la lune',
  prompt: 'Create a japanese tattoo design. Subject: Un loup sous la lune.',
  style: 'japanese',
  colors: ['#000000', '#cc0000'],
})

const findDesign = vi.fn<CardActions['findDesign']>()
const actions: CardActions = {
  onDelete: () => {},
  onSelect: () => {},
  onFavourite: () => {},
  findDesign,
}

function show(changes: Partial<typeof wolf> = {}) {
  render(
    <DesignCard
      id="design-loup"
      atelierHref="/gallery/loup?style=japanese"
      isSelected={false}
      design={{ ...wolf, ...changes }}
      mark={null}
      actions={actions}
    />,
  )
  return screen.getAllByRole('article', { name: 'Un loup sous la lune' }).at(-1) as HTMLElement
}

test('shows its number, its size and placement, and the full prompt; its image and a link lead to the atelier', () => {
  const card = show({
    number: 2,
    size: 'custom',
    sizeDetail: '7,5 cm',
    placement: 'custom',
    placementDetail: 'Cheville',
  })
  expect(within(card).getByText('Japonais · 7,5 cm · Cheville')).toBeDefined()
  expect(within(card).getByText('n° 2')).toBeDefined()
  const prompt = within(card).getByText(wolf.prompt)
  expect(prompt.closest('details')?.querySelector('summary')?.textContent).toBe('Prompt complet')
  const link = within(card).getByRole('link', { name: /^Atelier.+Un loup sous la lune/ })
  expect(link.getAttribute('href')).toBe('/gallery/loup?style=japanese')
  expect(within(card).getByRole('img').closest('a')?.getAttribute('href')).toBe(
    '/gallery/loup?style=japanese',
  )
})

test('an image that fails can be tried again with a fresh address, and the focus stays on the card', async () => {
  const card = show()
  fireEvent.error(within(card).getByRole('img'))
  expect(within(card).getByRole('status').textContent).toBe('L’image ne s’affiche pas.')
  findDesign.mockResolvedValueOnce({ ...wolf, imageUrl: 'https://encre.example/fresh?o=1' })
  await userEvent.click(within(card).getByRole('button', { name: /^Réessayer.+Un loup/ }))
  expect((await within(card).findByRole('img')).getAttribute('src')).toBe(
    'https://encre.example/fresh?o=1&w=512',
  )
  expect(document.activeElement).toBe(card)
})

test('an image whose design is gone says so', async () => {
  const card = show()
  fireEvent.error(within(card).getByRole('img'))
  findDesign.mockResolvedValueOnce(null)
  await userEvent.click(within(card).getByRole('button', { name: /^Réessayer/ }))
  expect(await within(card).findByText("La ressource demandée n'existe pas.")).toBeDefined()
})

test.each([
  [
    'a parent',
    { parentId: 'rose', parentNumber: 12, parentDeleted: false },
    'Variation de n° 12',
    '/gallery/rose',
  ],
  [
    'a parent without a number yet',
    { parentId: 'rose', parentNumber: null },
    'Variation d’un autre design',
    '/gallery/rose',
  ],
  [
    'a deleted parent',
    { parentId: 'rose', parentNumber: 12, parentDeleted: true },
    'Variation de n° 12, supprimé depuis',
    null,
  ],
])('names %s', (_, changes, text, href) => {
  const line = within(show(changes)).getByText(text)
  expect(line.closest('a')?.getAttribute('href') ?? null).toBe(href)
})

test('leads to the generator for more like it, and for its words alone', () => {
  const card = show()
  const more = within(card).getByRole('link', {
    name: /^Plus comme celui-ci.+Un loup sous la lune/,
  })
  expect(more.getAttribute('href')).toBe('/generator?from=loup&reference=true')
  expect(more.textContent).toBe('Plus comme celui-ci')
  const words = within(card).getByRole('link', { name: /^Réutiliser le prompt/, hidden: true })
  expect(words.getAttribute('href')).toBe('/generator?from=loup')
})
