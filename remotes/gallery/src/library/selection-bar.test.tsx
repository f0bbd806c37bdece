import { makeDesign, stubRequests } from '@encre/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  designsCall,
  gone,
  listSubjects,
  makePage,
  openGallery,
  threeDesigns,
} from '../testing.tsx'

async function selectTwo() {
  openGallery()
  await screen.findAllByRole('article')
  await userEvent.click(screen.getByRole('button', { name: 'Sélectionner' }))
  for (const subject of ['Loup', 'Ancre'])
    await userEvent.click(
      screen.getByRole('checkbox', { name: new RegExp(`^Sélectionner\\W+${subject}`) }),
    )
  return screen.findByRole('region', { name: 'Sélection' })
}

test('a selection is deleted with one question and taken back with one undo', async () => {
  const sent = stubRequests({
    ...threeDesigns,
    'POST /api/gallery/deleted-designs': () =>
      Response.json({ done: ['Loup', 'Ancre'], failed: [] }),
    'POST /api/gallery/deleted-designs/restore': () =>
      Response.json({ done: ['Loup', 'Ancre'], failed: [] }),
  })
  const bar = await selectTwo()
  expect(within(bar).getByText('2 designs sélectionnés')).toBeDefined()
  await userEvent.click(within(bar).getByRole('button', { name: 'Supprimer' }))
  const dialog = screen.getByRole('dialog', { name: /supprimer ces 2 designs/ })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }))
  expect(await screen.findByText('2 designs supprimés')).toBeDefined()
  expect(listSubjects()).toEqual(['Rose'])
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(listSubjects()).toEqual(['Loup', 'Rose', 'Ancre']))
  expect(sent.flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { ids: ['Loup', 'Ancre'] },
    { ids: ['Loup', 'Ancre'] },
  ])
})

test('a selection is added to the favourites and downloaded', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const sent = stubRequests({
    [designsCall]: () =>
      Response.json(
        makePage(
          ['Loup', 'Rose', 'Ancre'].map((id) => ({ ...makeDesign(id), favourite: id === 'Loup' })),
        ),
      ),
    'PUT /api/gallery/favourites': gone,
    'POST /api/gallery/archives': () =>
      Response.json({ url: '/api/gallery/archives/token' }, { status: 201 }),
  })
  const bar = await selectTwo()
  await userEvent.click(within(bar).getByRole('button', { name: 'Ajouter aux favoris' }))
  expect(screen.getByRole('button', { name: /^Favori\W+Ancre/ }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await userEvent.click(within(bar).getByRole('button', { name: 'Télécharger (ZIP)' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/gallery/archives/token'))
  expect(sent.slice(1).map(({ body }) => body)).toEqual([
    { ids: ['Ancre'], favourite: true },
    { ids: ['Loup', 'Ancre'] },
  ])
})

test('a selection ends, and the focus stays on the page', async () => {
  stubRequests(threeDesigns)
  await userEvent.click(within(await selectTwo()).getByRole('button', { name: 'Terminer' }))
  expect(screen.queryByRole('region', { name: 'Sélection' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})
