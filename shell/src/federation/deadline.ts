/** Rejects after `milliseconds`; what was asked for goes on and may still be of use. */
export async function withDeadline<Value>(promise: Promise<Value>, milliseconds: number, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(what)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export class DeadlineError extends Error {
  override name = 'DeadlineError'
  constructor(what: string) {
    super(`${what} did not come in time`)
  }
}
