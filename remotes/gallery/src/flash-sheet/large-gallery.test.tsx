import { makeDesign, stubRequests } from '@encre/remote-kit/testing'
import { DesignImage } from '@encre/ui/design-parts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makePage, openGallery } from '../testing.tsx'

vi.mock('@encre/ui/design-parts', async (original) => ({
  ...(await original<typeof import('@encre/ui/design-parts')>()),
  DesignImage: vi.fn(() => null),
}))

const renderedCards = vi.mocked(DesignImage)

test('one more page, a delete, a star and a selection render no other card again', async () => {
  stubRequests({
    'GET /api/gallery/designs': () =>
      Response.json(
        makePage(
          ['Loup', 'Rose'].map((id) => ({ ...makeDesign(id), favourite: false })),
          'more',
        ),
      ),
    'GET /api/gallery/designs?cursor=more': () => Response.json(makePage([makeDesign('Ancre')])),
    'DELETE /api/gallery/designs/Loup': () => new Response(null, { status: 204 }),
    'PUT /api/gallery/favourites': () => new Response(null, { status: 204 }),
  })
  openGallery()
  await screen.findByRole('article', { name: 'Rose' })
  const rendered = () => renderedCards.mock.calls.splice(0).map(([{ design }]) => design.subject)
  rendered()

  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  await screen.findByRole('article', { name: 'Ancre' })
  expect(rendered()).toEqual(['Ancre'])

  await userEvent.click(screen.getByRole('button', { name: /^Favori\W+Rose/ }))
  expect(rendered()).toEqual(['Rose'])

  await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Rose/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Rose/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
  expect(new Set(rendered())).toEqual(new Set(['Rose']))

  await userEvent.click(screen.getByRole('button', { name: /^Supprimer\W+Loup/ }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))
  await screen.findByText('Design supprimé')
  expect(rendered()).toEqual([])
})
