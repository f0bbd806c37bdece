import { createTestShell, deferReply, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { unset } from './testing.ts'
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
    act(() => result.current.change({ notes }))
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
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(bodies().at(-1)).toEqual({ notes: 'Dos, à gauche' })
  expect(result.current.saving.status).toBe('saved')
})

test('what is changed before the page is left is saved, also behind a request on its way', async () => {
  const { reply, send } = deferReply()
  const { write, result, unmount, bodies } = open([reply])
  await write('Dos')
  act(() => result.current.change({ notes: 'Bras' }))
  unmount()
  send(Response.json(unset))
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toEqual([{ notes: 'Dos' }, { notes: 'Bras' }])
})
