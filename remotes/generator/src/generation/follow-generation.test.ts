import { expect, test } from 'vitest'
import { pause } from './follow-generation.ts'

test('a pause that has ended leaves nothing on its signal, which outlives many pauses', async () => {
  const { signal } = new AbortController()
  const left = new Set<unknown>()
  signal.addEventListener = (_: string, listener: unknown) => void left.add(listener)
  signal.removeEventListener = (_: string, listener: unknown) => void left.delete(listener)
  const paused = pause(1, signal)
  expect(left.size).toBe(1)
  await paused
  expect(left.size).toBe(0)
})
