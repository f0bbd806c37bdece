import { useEffect, useState } from 'react'
import { type WriteOptions, write } from './write.ts'

type PageWrite = <Result>(
  name: string,
  send: () => Promise<Result>,
  options: Omit<WriteOptions<Result>, 'signal'>,
) => Promise<Result>

/**
 * `write` for a page. A newer write of the same name replaces one whose outcome is not known yet,
 * and leaving the page ends all questions: a replaced write never settles.
 */
export function useWrites(): PageWrite {
  const [writes] = useState(() => new Map<string, AbortController>())

  useEffect(
    () => () => {
      for (const controller of writes.values()) controller.abort()
    },
    [writes],
  )

  return (name, send, options) => {
    writes.get(name)?.abort()
    const controller = new AbortController()
    writes.set(name, controller)
    return write(send, { ...options, signal: controller.signal })
  }
}
