import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable function that calls the newest `callback`, so that memoised cards are not rendered again. Call it from event handlers only. */
export function useStableCallback<Values extends unknown[], Result>(
  callback: (...values: Values) => Result,
): (...values: Values) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...values: Values) => newest.current(...values), [])
}
