import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and calls the newest `callback`, so that thousands of memoised cards are not rendered again. For events only. */
export function useStableCallback<Values extends unknown[], Result>(
  callback: (...values: Values) => Result,
): (...values: Values) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...values: Values) => newest.current(...values), [])
}
