import type { AppEnv } from '@encre/worker/app'
import { Hono } from 'hono'
import { answerFile, answerMissing } from './answer-file.ts'
import { fileKey } from './keys.ts'

/** `/remotes/<name>/<version>/<file>`: written once, so every cache may store it for a year. A missing file is 404, never HTML. */
export const remoteFiles = new Hono<AppEnv<Env>>()
  .get('/:name/:version/:path{.+}', (c) => answerFile(c, fileKey(c.req.param('name'), c.req.param('version'), c.req.param('path'))))
  .all('*', (c) => answerMissing(c))
