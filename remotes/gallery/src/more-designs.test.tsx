import { makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { designsCall, findCard, makePage, openGallery } from './testing.tsx'

test('the following page is appended and its first design takes the focus', async () => {
  stubRequests({
    [designsCall]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
    [`${designsCall}?cursor=cursor-2`]: () => Response.json(makePage([makeDesign('Rose'), makeDesign('Ancre')])),
  })
  openGallery()
  expect(await screen.findByText('Plus de 1 design')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  expect(await screen.findByText('3 designs')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull()
  expect(document.activeElement).toBe(findCard('Rose'))
})

test('a following page that fails keeps the list and can be loaded again', async () => {
  let second: () => Response = problemReply('unavailable', 503)
  stubRequests({
    [designsCall]: () => Response.json(makePage([makeDesign('Loup')], 'cursor-2')),
    [`${designsCall}?cursor=cursor-2`]: () => second(),
  })
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load designs')
  expect(findCard('Loup')).not.toBeNull()
  second = () => Response.json(makePage([makeDesign('Rose')]))
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  expect(await screen.findByText('2 designs')).toBeDefined()
})

describe('scrolling near the end', () => {
  /** Reports that the end is near; null while the page observes nothing. */
  let report: (() => void) | null = null
  const scrollNear = () => act(async () => report?.())

  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          report = () => callback([{ isIntersecting: true }])
        }
        observe() {}
        disconnect() {
          report = null
        }
      },
    )
  })

  test('loads three pages, then waits for a click, which takes the focus along', async () => {
    const reply = (page: number) => () => Response.json(makePage([makeDesign(`Loup-${page}`)], `c${page}`))
    stubRequests({
      [designsCall]: reply(0),
      ...Object.fromEntries([0, 1, 2, 3, 4].map((page) => [`${designsCall}?cursor=c${page}`, reply(page + 1)])),
    })
    openGallery()
    await screen.findByRole('article', { name: 'Loup-0' })
    for (const page of [1, 2, 3]) {
      // The page observes its end only after it has shown the page before.
      await waitFor(() => expect(report).not.toBeNull())
      await scrollNear()
      expect(await screen.findByRole('article', { name: `Loup-${page}` })).toBeDefined()
    }
    expect(document.activeElement).toBe(document.body)
    await scrollNear()
    expect(findCard('Loup-4')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
    expect(document.activeElement).toBe(findCard('Loup-4'))
    await waitFor(() => expect(report).not.toBeNull())
    await scrollNear()
    expect(await screen.findByRole('article', { name: 'Loup-5' })).toBeDefined()
  })
})
