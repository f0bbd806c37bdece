import { createTestShell, testMember } from '@encre/remote-kit/testing'
import { renderHook } from '@testing-library/react'
import { beforeAll, beforeEach, vi } from 'vitest'
import { defaultChoices, toRequest } from '../choices.ts'
import { generations, makeGeneration, type stubWorker } from '../testing.tsx'
import type { MemberGenerations } from './member-generations.ts'
import { generationsOf, useGenerations } from './use-generations.ts'

export const one = `${generations}/generation-1`
export const request = toRequest(
  { ...defaultChoices, description: 'Un loup' },
  { offersTransparent: false },
)
/** What a worker lists that calls its provider: `generation-1`. */
export const running = [makeGeneration({ state: 'calling' })]
export const noAnswer = () => new Promise<Response>(() => {})
export const noResponse = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

// The first load of a chunk takes real time, which fake timers do not wait for.
beforeAll(() => import('./read-events.ts'))
beforeEach(() => void vi.useFakeTimers())
/** Lets every pending promise settle, and the import of a chunk, which takes real time. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

export const phaseOf = (store: MemberGenerations) => store.getSnapshot().pending[0]?.phase
export const keyOf = (store: MemberGenerations) => store.getSnapshot().pending[0]?.key ?? ''

/** The idempotency keys of the requests for a generation. */
export const sentKeys = ({ sent }: ReturnType<typeof stubWorker>) =>
  sent('POST', generations).map(({ headers }) => headers.get('idempotency-key'))

/** Opens a page of the member. `leave` closes it. */
export async function openPage(shell = createTestShell()) {
  const { unmount: leave } = renderHook(() => useGenerations(shell, testMember.id))
  await settle()
  return { store: generationsOf(shell, testMember.id), shell, leave }
}
