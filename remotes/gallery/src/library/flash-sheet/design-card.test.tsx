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

const press = (card: HTMLElement, name: RegExp) =>
  userEvent.click(within(card).getByRole('button', { name }))

test('shows its number; its image and its subject lead to the atelier', () => {
  const card = show({ number: 2 })
  expect(within(card).getByText('n° 2')).toBeDefined()
  const href = '/gallery/loup?style=japanese'
  expect(within(card).getByRole('img').closest('a')?.getAttribute('href')).toBe(href)
  const link = within(card).getByRole('link', { name: 'Un loup sous la lune' })
  expect(link.getAttribute('href')).toBe(href)
})

test('Tab reaches each control, in the order of the card', async () => {
  const card = show({ favourite: false })
  const names = []
  for (const _ of card.querySelectorAll('a, button, input')) {
    await userEvent.tab()
    const focused = document.activeElement
    names.push(focused?.getAttribute('aria-label') ?? focused?.textContent)
  }
  expect(names.map((name) => name?.replace(/\s:.*/, ''))).toEqual([
    '',
    // Shown while the member selects.
    'Sélectionner',
    'Favori',
    'Un loup sous la lune',
    'Ouvrir l’image',
    'Supprimer',
    'Plus d’actions',
  ])
})

test('a button opens the size and placement, the whole prompt and the ways to the generator', async () => {
  const custom = { size: 'custom', placement: 'custom' } as const
  const card = show({ ...custom, sizeDetail: '7,5 cm', placementDetail: 'Cheville' })
  expect(within(card).queryByText(wolf.prompt)).toBeNull()
  await press(card, /^Plus d’actions/)
  expect(within(card).getByText('Japonais · 7,5 cm · Cheville')).toBeDefined()
  expect(within(card).getByText(wolf.prompt).lang).toBe('en')
  expect(within(card).getByText('Texte complet envoyé')).toBeDefined()
  const ways = within(card).getAllByRole('link', { name: /\s: Un loup sous la lune$/ })
  expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Retoucher', '/generator?retoucher=loup'],
    ['S’en inspirer', '/generator?from=loup&reference=true'],
    ['Reprendre mes mots', '/generator?from=loup'],
  ])
})

test('an image that fails can be tried again with a fresh address, and its link takes the focus', async () => {
  const card = show()
  fireEvent.error(within(card).getByRole('img'))
  expect(within(card).getByRole('status').textContent).toBe('L’image ne s’affiche pas.')
  findDesign.mockResolvedValueOnce({ ...wolf, imageUrl: 'https://encre.example/fresh?o=1' })
  await press(card, /^Réessayer.+Un loup/)
  const image = await within(card).findByRole('img')
  expect(image.getAttribute('src')).toBe('https://encre.example/fresh?o=1&w=512')
  expect(document.activeElement).toBe(image.closest('a'))
})

test('an image that failed comes back by itself when the network is back', () => {
  const card = show()
  fireEvent.error(within(card).getByRole('img'))
  fireEvent.online(window)
  expect(within(card).getByRole('img')).toBeDefined()
})

test('an image whose design is gone says so', async () => {
  const card = show()
  fireEvent.error(within(card).getByRole('img'))
  findDesign.mockResolvedValueOnce(null)
  await press(card, /^Réessayer/)
  expect(await within(card).findByText("La ressource demandée n'existe pas.")).toBeDefined()
})

test.each([
  {
    name: 'a parent',
    parent: { parentId: 'rose', parentNumber: 12, parentDeleted: false },
    text: 'Variation du n° 12',
    href: '/gallery/rose',
  },
  {
    name: 'a parent without a number yet',
    parent: { parentId: 'rose', parentNumber: null },
    text: 'Variation d’un autre design',
    href: '/gallery/rose',
  },
  {
    name: 'a deleted parent',
    parent: { parentId: 'rose', parentNumber: 12, parentDeleted: true },
    text: 'Variation du n° 12, supprimé depuis',
    href: null,
  },
])('names $name', async ({ parent, text, href }) => {
  const card = show(parent)
  await press(card, /^Plus d’actions/)
  const line = within(card).getByText(text)
  expect(line.closest('a')?.getAttribute('href') ?? null).toBe(href)
})
