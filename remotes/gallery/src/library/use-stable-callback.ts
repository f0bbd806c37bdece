import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Calls the newest `callback`, so that memoised cards are not rendered again. For event handlers
 * and timers only.
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
