import { makeDesign, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makePage, openGallery } from '../../testing.tsx'
import { groupSize } from './design-sheet.tsx'

// More than a hundred whole cards take seconds.
vi.mock('./design-card.tsx', () => ({
  DesignCard: ({ id, design }: { id: string; design: { subject: string } }) => (
    <article id={id} tabIndex={-1}>
      <p>{design.subject}</p>
      <button type="button" />
    </article>
  ),
}))

const names = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `Loup-${from + index}`)

test('groups are numbered on, and a card that moves to the next group keeps the focus', async () => {
  let designs = names(0, groupSize + 1)
  stubRequests({
    'GET /api/gallery/designs': () => Response.json(makePage(designs.map((id) => makeDesign(id)))),
  })
  openGallery()
  const last = `Loup-${groupSize - 1}`
  const findLast = () => document.getElementById(`design-${last}`)
  await screen.findByText(last)
  const groups = [...document.querySelectorAll('ol[start]')]
  expect(groups.map((group) => [group.getAttribute('start'), group.children.length])).toEqual([
    ['1', groupSize],
    [String(groupSize + 1), 1],
  ])

  findLast()?.querySelector('button')?.focus()
  const before = findLast()
  designs = ['Dragon', ...designs]
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('Dragon')
  expect(findLast()).not.toBe(before)
  await waitFor(() => expect(document.activeElement).toBe(findLast()?.querySelector('button')))
})
