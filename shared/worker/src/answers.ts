import { createMiddleware } from 'hono/factory'

/** What `countAnswers` writes to. Absent from the tests' workers and from those of older versions. */
interface Bindings {
  /** https://developers.cloudflare.com/analytics/analytics-engine: nothing is kept locally. */
  ANSWERS?: { writeDataPoint(point: { indexes: string[]; blobs: string[] }): void }
  VERSION?: { id: string }
}

/**
 * Counts each answer by its class, from `2xx` to `5xx`, and by the version that made it: Cloudflare
 * itself counts only exceptions that leave the worker as errors. What another worker answered, and
 * what says that it is healthy, is not counted.
 */
export const countAnswers = (worker: string) =>
  createMiddleware(async (c, next) => {
    await next()
    if (c.get('isLogged')) return
    const { ANSWERS, VERSION }: Bindings = c.env ?? {}
    ANSWERS?.writeDataPoint({
      indexes: [worker],
      blobs: [VERSION?.id ?? '', `${Math.floor(c.res.status / 100)}xx`],
    })
  })
