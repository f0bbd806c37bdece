import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * The same function for every render, which runs the handler of the last one. For effects, timers
 * and event handlers, never while rendering. React 19.2 has it for effects as `useEffectEvent`; this
 * one also runs with React 18.
 */
export function useEvent<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler)
  useInsertionEffect(() => {
    latest.current = handler
  })
  return useCallback((...args) => latest.current(...args), [])
}
