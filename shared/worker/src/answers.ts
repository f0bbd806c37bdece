import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'

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

/** Cloudflare's answer to `selectAnswers`. A sum is text in it, as every integer of 64 bits. */
export const CountedAnswers = z.object({
  data: z.array(
    z.object({
      worker: z.string(),
      version: z.string(),
      status: z.string(),
      answers: z.coerce.number(),
    }),
  ),
})

/**
 * What `countAnswers` wrote since a date, of one worker or of every one, the most frequent first. A
 * worker's name has letters, digits and hyphens only. Sampled points stand for several answers.
 * https://developers.cloudflare.com/analytics/analytics-engine/sql-api
 */
export const selectAnswers = (dataset: string, since: string, worker: string | null): string =>
  `select index1 as worker, blob1 as version, blob2 as status, sum(_sample_interval) as answers
    ${answersSince(dataset, since)} ${worker === null ? '' : `and index1 = '${worker}'`}
    group by worker, version, status order by answers desc limit 200`

export const answersSince = (dataset: string, since: string): string =>
  `from ${dataset} where timestamp >= toDateTime('${since.slice(0, 19).replace('T', ' ')}')`
