/** Milliseconds that a page waits for the registry, a file or another worker. */
export const patience = 2000

export class Timeout extends Error {
  override name = 'Timeout'
}

/** What `work` answers, or a `Timeout`. The work itself cannot be stopped; its late result is dropped. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Timeout(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer ?? null)
  }
}
