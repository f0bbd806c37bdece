/** Milliseconds that a page waits for the registry, a file or another worker. */
export const patience = 2000

export class Timeout extends Error {
  override name = 'Timeout'
}

/** What `work` answers, or a `Timeout`. The work itself cannot be stopped; its late result is dropped. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const timeout = scheduler.wait(milliseconds, { signal: done.signal }).then(() => {
    throw new Timeout(`no answer within ${milliseconds} ms`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    done.abort()
  }
}
