import { createWriter, type Writer } from '@encre/protocol/writer'
import { useEffect, useState } from 'react'
import { judge } from './request-error.ts'

/** The writer of a page. Leaving the page ends what waits. */
export function useWriter(): Writer {
  const [writer] = useState(() => createWriter(judge))
  useEffect(() => () => writer.end(), [writer])
  return writer
}
