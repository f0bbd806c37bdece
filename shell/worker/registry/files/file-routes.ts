import { integrityOf } from '@encre/protocol/integrity'
import type { SharedProblem } from '@encre/protocol/problem'
import type { ReleaseProblem } from '@encre/protocol/registry'
import type { AppEnv } from '@encre/worker/app'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fileLimit, listFiles, writeFile } from './bucket-files.ts'

type Code = ReleaseProblem | SharedProblem

interface FileRoutes {
  /** The prefix of the files' keys. */
  prefixOf: (c: Context) => string
  /** Why no file can be uploaded to this path, or null if one can. */
  findDefect: (c: Context, path: string) => string | null
}

const fileBody = bodyLimit({ maxSize: fileLimit, onError: (c) => problem<Code>(c, 413, 'file-too-large') })

/** Lists the files under a prefix of the bucket, and uploads a file once, with its integrity in `X-Integrity`. */
export function createFileRoutes({ prefixOf, findDefect }: FileRoutes) {
  return new Hono<AppEnv<Env>>()
    .get('/', async (c) => c.json({ files: await listFiles(c.env.RELEASES, prefixOf(c)) }))

    .put('/:path{.+}', fileBody, async (c) => {
      const path = c.req.param('path')
      const defect = findDefect(c, path)
      if (defect !== null) return problem<Code>(c, 400, 'invalid-request', defect)
      const bytes = await c.req.arrayBuffer()
      const integrity = await integrityOf(bytes)
      // Files are written once: a damaged upload must not occupy the name.
      if (integrity !== c.req.header('x-integrity')) return problem<Code>(c, 422, 'file-damaged', path)
      const written = await writeFile(c.env.RELEASES, { key: `${prefixOf(c)}${path}`, bytes, integrity })
      return written ? c.body(null, 204) : problem<Code>(c, 409, 'file-exists', path)
    })
}
