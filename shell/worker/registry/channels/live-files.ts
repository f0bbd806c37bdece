import type { AppEnv } from '@encre/worker/app'
import { Hono } from 'hono'
import { answerMissing } from '../files/answer-file.ts'
import { fileKey } from '../files/keys.ts'
import { readLiveRemotes } from './live-remotes.ts'

/**
 * `/remotes/<name>/@live/<file>` leads to the file of the current version, for pages without a page manifest. No version can have
 * the name `@live`. It never leads to a canary: such a page sends no health report.
 */
export const liveFiles = new Hono<AppEnv<Env>>().get('/:name/@live/:path{.+}', async (c) => {
  const { name, path } = c.req.param()
  const release = (await readLiveRemotes(c.env))?.find(({ remote }) => remote === name)?.current
  if (!release || !Object.hasOwn(release.files, path)) return answerMissing(c)
  c.header('Cache-Control', 'no-store')
  return c.redirect(`/${fileKey(name, release.version, path)}`)
})
