import { repeatDelayMs } from '@encre/protocol/writer'
import {
  createTestShell,
  deferReply,
  problemReply,
  stubFetch,
  stubRequests,
} from '@encre/remote-kit/testing'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { unset } from '../testing.ts'
import { saveDelayMs, useSettings } from './use-settings.ts'

beforeEach(() => void vi.useFakeTimers())

/**
 * Opens the settings of a design whose worker gives these replies to what is saved, in this order.
 */
function open(replies: (() => Response | Promise<Response>)[]) {
  const sent = stubRequests({
    'PATCH /api/gallery/designs/loup/settings': () => replies.shift()?.() ?? Response.json(unset),
  })
  const shell = createTestShell()
  const { result, unmount } = renderHook(() => useSettings(shell, 'loup', unset))
  const write = async (notes: string) => {
    act(() => result.current.store.change({ notes }))
    await act(() => vi.advanceTimersByTimeAsync(saveDelayMs))
  }
  return { result, unmount, write, bodies: () => sent.map(({ body }) => body) }
}

test('notes that are written while older ones are on their way follow them', async () => {
  const { reply, send } = deferReply()
  const { write, result, bodies } = open([reply])
  await write('Dos')
  await write('Dos, à gauche')
  expect(bodies()).toEqual([{ notes: 'Dos' }])
  await act(async () => send(Response.json(unset)))
  expect(bodies()).toEqual([{ notes: 'Dos' }, { notes: 'Dos, à gauche' }])
  expect(result.current.saving.status).toBe('saved')
})

test('older notes that could not be saved never replace newer ones', async () => {
  const { reply, send } = deferReply()
  const { write, result, bodies } = open([reply])
  await write('Dos')
  await write('Dos, à gauche')
  await act(async () => send(problemReply('unavailable', 503)()))
  await act(() => vi.advanceTimersByTimeAsync(repeatDelayMs))
  expect(bodies().at(-1)).toEqual({ notes: 'Dos, à gauche' })
  expect(result.current.saving.status).toBe('saved')
})

test('what is changed before the page is left is saved, also behind a request on its way', async () => {
  const { reply, send } = deferReply()
  const { write, result, unmount, bodies } = open([reply])
  await write('Dos')
  act(() => result.current.store.change({ notes: 'Bras' }))
  unmount()
  send(Response.json(unset))
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toEqual([{ notes: 'Dos' }, { notes: 'Bras' }])
})

/** A worker with the settings of one design, and what another tab does with them. */
function openWithWorker(stored = { ...unset, notes: 'Dos', version: 3 }) {
  let losesAnswer = false
  stubFetch(async (_url, { method, body }) => {
    if (method !== 'PATCH') return Response.json(stored)
    const { version, ...change } = JSON.parse(String(body))
    if (version !== stored.version) return problemReply('version-conflict', 409)()
    stored = { ...stored, ...change, version: version + 1 }
    if (losesAnswer) {
      losesAnswer = false
      return new Response('<h1>Bad gateway</h1>', { status: 502 })
    }
    return Response.json(stored)
  })
  const shell = createTestShell()
  const open = () =>
    renderHook(({ read }) => useSettings(shell, 'loup', read), { initialProps: { read: stored } })
  const changeElsewhere = (change: object) => {
    stored = { ...stored, ...change, version: stored.version + 1 }
  }
  const loseAnswer = () => {
    losesAnswer = true
  }
  return { ...open(), open, changeElsewhere, loseAnswer, readStored: () => stored }
}

test('the field keeps what was typed, and the worker gets what it accepts', async () => {
  const { write, result, bodies } = open([])
  await write('Dos\u200b, à gauche')
  expect(bodies()).toEqual([{ notes: 'Dos, à gauche' }])
  expect(result.current.settings.notes).toBe('Dos\u200b, à gauche')
})

describe('two tabs', () => {
  const wait = () => act(() => vi.advanceTimersByTimeAsync(saveDelayMs + repeatDelayMs))

  test('keep and show both notes, until the member has chosen', async () => {
    const { result, changeElsewhere, readStored } = openWithWorker()
    changeElsewhere({ notes: 'Bras' })
    act(() => result.current.store.change({ notes: 'Dos, à gauche', sizeMm: 90 }))
    await wait()
    expect(result.current.otherNotes).toBe('Bras')
    expect(result.current.settings).toMatchObject({ notes: 'Dos, à gauche', sizeMm: 90 })
    expect(readStored()).toMatchObject({ notes: 'Bras', sizeMm: 90 })
    expect(result.current.saving.status).toBe('idle')
    act(() => result.current.store.keepNotes('Dos, à gauche'))
    await wait()
    expect(result.current.otherNotes).toBeNull()
    expect(readStored()).toMatchObject({ notes: 'Dos, à gauche', sizeMm: 90 })
  })

  test('show the conflict again on a page that was left with it', async () => {
    const { result, open, unmount, changeElsewhere, readStored } = openWithWorker()
    changeElsewhere({ notes: 'Bras' })
    act(() => result.current.store.change({ notes: 'Dos, à gauche' }))
    await wait()
    unmount()
    const again = open()
    await wait()
    expect(again.result.current.otherNotes).toBe('Bras')
    expect(again.result.current.settings.notes).toBe('Dos, à gauche')
    expect(readStored().notes).toBe('Bras')
  })

  test('are no conflict when the answer to the notes of this one was lost', async () => {
    const { result, loseAnswer, readStored } = openWithWorker()
    loseAnswer()
    act(() => result.current.store.change({ notes: 'Dos, à gauche' }))
    await act(() => vi.advanceTimersByTimeAsync(saveDelayMs))
    act(() => result.current.store.change({ notes: 'Dos, à droite' }))
    await wait()
    await wait()
    expect(result.current).toMatchObject({ otherNotes: null, saving: { status: 'saved' } })
    expect(readStored().notes).toBe('Dos, à droite')
  })

  test('keep a newer wish of this one whose older one had its answer lost', async () => {
    const { result, loseAnswer, readStored } = openWithWorker()
    loseAnswer()
    act(() => result.current.store.change({ sizeMm: 90 }))
    await act(() => vi.advanceTimersByTimeAsync(saveDelayMs))
    act(() => result.current.store.change({ sizeMm: 95 }))
    await wait()
    await wait()
    expect(readStored().sizeMm).toBe(95)
    expect(result.current.saving.status).toBe('saved')
  })

  test('leave a setting whose answer was lost as the other has changed it since', async () => {
    const { result, loseAnswer, changeElsewhere, readStored } = openWithWorker()
    loseAnswer()
    act(() => result.current.store.change({ sizeMm: 90, fineness: 3 }))
    await act(() => vi.advanceTimersByTimeAsync(saveDelayMs))
    changeElsewhere({ sizeMm: 120 })
    await wait()
    await wait()
    expect(readStored()).toMatchObject({ sizeMm: 120, fineness: 3 })
    expect(result.current.settings).toMatchObject({ sizeMm: 120, fineness: 3 })
    expect(result.current.saving.status).toBe('saved')
  })

  test('change different settings without a question', async () => {
    const { result, changeElsewhere, readStored } = openWithWorker()
    changeElsewhere({ sizeMm: 120 })
    act(() => result.current.store.change({ notes: 'Bras' }))
    await wait()
    expect(result.current).toMatchObject({ otherNotes: null, saving: { status: 'saved' } })
    expect(result.current.settings).toMatchObject({ notes: 'Bras', sizeMm: 120 })
    expect(readStored()).toMatchObject({ notes: 'Bras', sizeMm: 120 })
  })

  test('show what the other has saved once the page has read it, and keep what was typed', async () => {
    const { result, rerender, changeElsewhere, readStored } = openWithWorker()
    changeElsewhere({ notes: 'Bras' })
    rerender({ read: readStored() })
    expect(result.current.settings.notes).toBe('Bras')
    act(() => result.current.store.change({ notes: 'Bras, à gauche' }))
    changeElsewhere({ sizeMm: 120 })
    rerender({ read: readStored() })
    expect(result.current.settings).toMatchObject({ notes: 'Bras, à gauche', sizeMm: null })
    await wait()
    expect(readStored()).toMatchObject({ notes: 'Bras, à gauche', sizeMm: 120 })
    expect(result.current.settings).toMatchObject({ notes: 'Bras, à gauche', sizeMm: 120 })
  })
})
