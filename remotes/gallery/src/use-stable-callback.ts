import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A stable function that calls the newest `callback`, so that memoised cards are not rendered again and a timer does not use values of an
 * older render. Call it from event handlers and timers only.
 */
export function useStableCallback<Values extends unknown[], Result>(
  callback: (...values: Values) => Result,
): (...values: Values) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...values: Values) => newest.current(...values), [])
}
