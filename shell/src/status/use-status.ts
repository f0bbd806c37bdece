import { useCallback, useEffect, useState } from 'react'
import { readStatus, type Status } from './insight-api.ts'

export type StatusState = { kind: 'loading' } | { kind: 'signed-out' } | { kind: 'failed' } | { kind: 'shown'; status: Status }

/** Reads the status of the last `days`, and again on `refresh`. What is shown stays while it is read again. */
export function useStatus(days: number): { state: StatusState; refresh: () => void } {
  const [state, setState] = useState<StatusState>({ kind: 'loading' })
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isCurrent = true
    const show = (next: StatusState) => {
      if (isCurrent) setState(next)
    }
    // `round` asks again for the same days.
    void round
    readStatus(days).then(
      (status) => show(status ? { kind: 'shown', status } : { kind: 'signed-out' }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [days, round])

  return { state, refresh: useCallback(() => setRound((before) => before + 1), []) }
}
