import { mostDesignsAtOnce } from '@encre/gallery-worker/contract'
import { repeatDelayMs, slowWriteMs } from '@encre/protocol/writer'
import { requestTimeoutMs } from '@encre/remote-kit/request'
import { createTestShell, deferReply, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import {
  answerDelete,
  findCard,
  findFocusedSubject,
  gone,
  listSubjects,
  openGallery,
  threeDesigns,
} from '../../testing.tsx'
import { openState, startDeletion } from '../gallery-state.ts'
import { useDeletion } from './use-deletion.ts'

test('a deleted design disappears before the worker has answered, and the next card takes the focus', async () => {
  const response = deferReply()
  stubRequests({ ...threeDesigns, [deleteRose]: response.reply })
  const { announce } = openGallery()
  await answerDelete('Rose')
  expect(findCard('Rose')).toBeNull()
  expect(screen.getByText('2 designs')).toBeDefined()
  expect(findFocusedSubject()).toBe('Ancre')
  expect(screen.queryByRole('dialog')).toBeNull()
  response.send(gone())
  await waitFor(() => expect(announce).toHaveBeenLastCalledWith('Design supprimé'))
})

const deleteRose = 'DELETE /api/gallery/designs/Rose'
const deleteLate = 'POST /api/gallery/deleted-designs'
const deletedRose = () => Response.json({ done: ['Rose'], failed: [] })
const lost = () => Promise.reject(new TypeError('connection lost'))

const notKnown = 'Nous ne savons pas encore si c’est fait.'

test('a delete whose answer was lost is sent again with its age, without a word', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sent = stubRequests({ ...threeDesigns, [deleteRose]: lost, [deleteLate]: deletedRose })
  const { announce } = openGallery()
  await answerDelete('Rose', { advanceTimers: vi.advanceTimersByTime })
  await act(() => vi.advanceTimersByTimeAsync(2 * repeatDelayMs))
  const [again] = sent.filter(({ call }) => call === deleteLate)
  expect(again?.body).toEqual({ ids: ['Rose'], ageMs: expect.any(Number) })
  expect(announce).toHaveBeenLastCalledWith('Design supprimé')
  expect(findCard('Rose')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a delete without a network says that it is not done, and can be taken back', async () => {
  const sent = stubRequests(threeDesigns)
  openGallery()
  await screen.findByText('3 designs')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await answerDelete('Rose')
  expect(await screen.findByText('Ce n’est pas encore fait.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Ne pas envoyer' }))
  await waitFor(() => expect(screen.queryByText('Ce n’est pas encore fait.')).toBeNull())
  expect(findCard('Rose')).not.toBeNull()
  dispatchEvent(new Event('online'))
  expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
})

test('a design that could not be deleted comes back to its place with the reason', async () => {
  stubRequests({ ...threeDesigns, [deleteRose]: problemReply('resource-exhausted', 429) })
  const { report } = openGallery()
  await answerDelete('Rose')
  const box = await screen.findByRole('alert')
  expect(box.textContent).toContain('Failed to delete design')
  expect(box.textContent).toContain('Limite de requêtes atteinte.')
  expect(listSubjects()).toEqual(['Loup', 'Rose', 'Ancre'])
  expect(findCard('Rose')?.contains(box)).toBe(true)
  expect(report.mock.calls[0]?.[0]).toHaveProperty('message', 'Failed to delete design')
})

test('a session that ended keeps the design and leads through sign-in', async () => {
  stubRequests({ ...threeDesigns, [deleteRose]: problemReply('permission-denied', 401) })
  const { signIn } = openGallery()
  await answerDelete('Rose')
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('/gallery'))
  expect(findCard('Rose')).not.toBeNull()
})

test('a delete without an answer shows the card after three seconds, and when the second one is lost too says so and can be sent again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const silence = () => new Promise<Response>(() => {})
  const late = vi.fn(silence)
  stubRequests({ ...threeDesigns, [deleteRose]: silence, [deleteLate]: late })
  openGallery()
  await answerDelete('Rose', { advanceTimers: vi.advanceTimersByTime })
  expect(findCard('Rose')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(slowWriteMs))
  expect(findCard('Rose')?.textContent).toContain('Enregistrement...')
  const rest = 2 * requestTimeoutMs + repeatDelayMs - slowWriteMs
  await act(() => vi.advanceTimersByTimeAsync(rest))
  expect(screen.getByRole('alert').textContent).toContain(notKnown)
  late.mockImplementation(async () => deletedRose())
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Réessayer' })))
  expect(findCard('Rose')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(repeatDelayMs))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(findCard('Rose')).toBeNull()
})

describe('more designs than one request takes', () => {
  const ids = Array.from({ length: mostDesignsAtOnce + 2 }, (_, index) => `design-${index}`)
  const first = ids.slice(0, mostDesignsAtOnce)
  const last = ids.slice(mostDesignsAtOnce)

  /** The hook with the state of a page on which all designs were just deleted. */
  function open(call: string, replies: (() => Response)[]) {
    stubRequests({ [call]: () => replies.shift()?.() ?? Response.error() })
    const shell = createTestShell()
    const { result } = renderHook(() => {
      const [state, change] = useState(() => startDeletion(ids)(openState('member')))
      return {
        state,
        ...useDeletion(shell, {
          undoable: state.undoable,
          change,
          onRetry: vi.fn(),
          onReturn: vi.fn(),
          onRestore: vi.fn(),
        }),
      }
    })
    return { result, shell }
  }

  test('a refusal brings back only the designs that were not deleted before it', async () => {
    const done = () => Response.json({ done: first, failed: [] })
    const { result, shell } = open('POST /api/gallery/deleted-designs', [
      done,
      problemReply('resource-exhausted', 429),
    ])
    await act(() => result.current.remove(ids))
    const { hiddenIds, marks, undoable } = result.current.state
    expect([...hiddenIds]).toEqual(first)
    expect(shell.announce).toHaveBeenCalledWith(`${first.length} designs supprimés`)
    expect([...marks.keys()]).toEqual(last)
    expect(undoable?.ids).toEqual(first)
  })

  test('an undo that is refused in the middle shows what it has restored', async () => {
    const replies = [first, last].map((done) => () => Response.json({ done, failed: [] }))
    const { result } = open('POST /api/gallery/deleted-designs', replies)
    await act(() => result.current.remove(ids))
    const restored = () => Response.json({ done: first, failed: [] })
    const answers = [restored, problemReply('resource-exhausted', 429)]
    stubRequests({
      'POST /api/gallery/deleted-designs/restore': () => answers.shift()?.() ?? Response.error(),
    })
    await act(() => result.current.undo())
    expect([...result.current.state.hiddenIds]).toEqual(last)
    expect(result.current.state.undoFailure).toBe('resource-exhausted')
  })
})

describe('undo', () => {
  const restore = 'POST /api/gallery/deleted-designs/restore'

  test('whose answer was lost is sent again and brings the card back, without a word', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answers = [lost]
    stubRequests({
      ...threeDesigns,
      [deleteRose]: gone,
      [restore]: () => (answers.shift() ?? deletedRose)(),
    })
    openGallery()
    const options = { advanceTimers: vi.advanceTimersByTime }
    await answerDelete('Rose', options)
    await userEvent.setup(options).click(await screen.findByRole('button', { name: 'Annuler' }))
    await act(() => vi.advanceTimersByTimeAsync(repeatDelayMs))
    await waitFor(() => expect(findFocusedSubject()).toBe('Rose'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that is refused says so, and the focus stays on the page', async () => {
    stubRequests({
      ...threeDesigns,
      [deleteRose]: gone,
      [restore]: problemReply('resource-exhausted', 429),
    })
    openGallery()
    await answerDelete('Rose')
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Le design n’a pas été restauré.',
    )
    expect(findCard('Rose')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})

test('what was deleted is shown page by page', async () => {
  const deleted = (id: string) => ({
    id,
    subject: id,
    style: 'dotwork',
    createdAt: '2026-11-20T10:00:00.000Z',
    deletedAt: new Date().toISOString(),
    restorableUntil: new Date().toISOString(),
  })
  const path = 'GET /api/gallery/deleted-designs'
  stubRequests({
    [path]: () => Response.json({ designs: [deleted('Rose')], next: 'n1' }),
    [`${path}?cursor=n1`]: () => Response.json({ designs: [deleted('Loup')] }),
  })
  openGallery('/gallery?vue=supprimes')
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  expect(await screen.findByText('Loup')).toBeDefined()
  expect([
    screen.getAllByRole('listitem').length,
    screen.queryByRole('button', { name: 'Afficher plus' }),
  ]).toEqual([2, null])
})

test('the gallery leads to what was deleted, where a design can be restored', async () => {
  const dates = {
    deletedAt: new Date().toISOString(),
    restorableUntil: new Date(Date.now() + 5.5 * 3_600_000).toISOString(),
  }
  const deleted = {
    id: 'Rose',
    subject: 'Une rose',
    style: 'dotwork',
    createdAt: '2026-11-20T10:00:00.000Z',
    ...dates,
  }
  stubRequests({
    ...threeDesigns,
    [deleteRose]: gone,
    'GET /api/gallery/deleted-designs': () => Response.json({ designs: [deleted] }),
    'POST /api/gallery/deleted-designs/restore': () =>
      Response.json({ done: ['Rose'], failed: [] }),
  })
  openGallery()
  await answerDelete('Rose')
  expect(
    (await screen.findByRole('link', { name: 'Supprimés récemment' })).getAttribute('href'),
  ).toBe('/gallery?vue=supprimes')
  cleanup()
  const { announce } = openGallery('/gallery?vue=supprimes')
  expect(await screen.findByText('Pointillisme · encore 6 heures')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Restaurer\W+Une rose/ }))
  expect(await screen.findByText('Rien n’a été supprimé depuis 24 heures.')).toBeDefined()
  expect(announce).toHaveBeenLastCalledWith('Design restauré')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  cleanup()
  openGallery()
  expect(await screen.findByRole('article', { name: 'Rose' })).toBeDefined()
})
