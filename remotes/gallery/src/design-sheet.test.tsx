import { makeDesign, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { groupSize } from './design-group.tsx'
import { makePage, openGallery } from './testing.tsx'

const names = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Loup-${from + index}`)

test('groups are numbered on, and a card that moves to the next group keeps the focus', async () => {
  let designs = names(0, groupSize + 1)
  stubRequests({ 'GET /api/gallery/designs': () => Response.json(makePage(designs.map((id) => makeDesign(id)))) })
  openGallery()
  const last = `Loup-${groupSize - 1}`
  const findLast = () => screen.getByRole('article', { name: last })
  await screen.findByRole('article', { name: last })
  const groups = screen.getAllByRole('list').filter((list) => list.hasAttribute('start'))
  expect(groups.map((group) => [group.getAttribute('start'), group.children.length])).toEqual([
    ['1', groupSize],
    [String(groupSize + 1), 1],
  ])

  within(findLast())
    .getByRole('button', { name: /^Supprimer/ })
    .focus()
  const before = findLast()
  designs = ['Dragon', ...designs]
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('article', { name: 'Dragon' })
  expect(findLast()).not.toBe(before)
  await vi.waitFor(() => expect(document.activeElement).toBe(findLast()))
})
