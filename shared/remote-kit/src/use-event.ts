import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * A function that always runs the handler of the last render. React 19.2 has it as
 * `useEffectEvent`; this one also runs with React 18. Call it in effects only.
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
