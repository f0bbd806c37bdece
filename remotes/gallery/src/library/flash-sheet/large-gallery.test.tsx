import { makeDesign, stubRequests } from '@encre/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerDelete, makePage, openGallery } from '../../testing.tsx'

test('a card stays as the member left it while others come, change and go', async () => {
  const firstPage = ['Loup', 'Rose'].map((id) => ({ ...makeDesign(id), favourite: false }))
  const noContent = () => new Response(null, { status: 204 })
  stubRequests({
    'GET /api/gallery/designs': () => Response.json(makePage(firstPage, 'more')),
    'GET /api/gallery/designs?cursor=more': () => Response.json(makePage([makeDesign('Ancre')])),
    'DELETE /api/gallery/designs/Loup': noContent,
    'PUT /api/gallery/favourites': noContent,
  })
  openGallery()
  const rose = await screen.findByRole('article', { name: 'Rose' })
  const menu = within(rose).getByRole('button', { name: /^Plus d’actions/ })
  await userEvent.click(menu)
  /** The very same card, with its menu open and nothing else changed in it. */
  const expectUntouched = () => {
    expect(screen.getByRole('article', { name: 'Rose' })).toBe(rose)
    expect(menu.isConnected).toBe(true)
    expect(menu.getAttribute('aria-expanded')).toBe('true')
  }

  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  await screen.findByRole('article', { name: 'Ancre' })
  expectUntouched()

  await userEvent.click(screen.getByRole('button', { name: /^Favori\W+Loup/ }))
  expectUntouched()

  await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Loup/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
  expectUntouched()

  await answerDelete('Loup')
  await screen.findByText('Design supprimé')
  expectUntouched()
})
