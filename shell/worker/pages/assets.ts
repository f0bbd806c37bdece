import type { AppEnv } from '@encre/worker/app'
import type { Context } from 'hono'
import { answerFile, answerMissing } from '../registry/files/answer-file.ts'
import { isHashedFile } from '../registry/files/hashed-file.ts'
import { shellFileKey } from '../registry/files/keys.ts'

/** Paths with an extension, or in the build's folders, are files. A missing file is 404, never a page. */
export function isAssetPath(path: string): boolean {
  return path.startsWith('/static/') || path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)
}

/** Answers a file of the build, or one that an earlier shell has left for the pages that are still open. */
export async function asset(c: Context<AppEnv<Env>>): Promise<Response> {
  // As a file, a page would have no page manifest and no content security policy. Source maps are for operators only.
  if (/\.(html|map)$/.test(c.req.path)) return answerMissing(c)
  const response = await c.env.ASSETS.fetch(c.req.raw)
  // A page that was open before the last deploy needs the files of its own shell.
  if (response.status === 404 && isHashedFile(c.req.path)) return answerFile(c, shellFileKey(c.req.path.slice(1)))
  if (!response.ok && response.status !== 304) return answerMissing(c)
  const answer = new Response(response.body, response)
  answer.headers.set('Cache-Control', isHashedFile(c.req.path) ? 'public, max-age=31536000, immutable' : 'no-cache')
  return answer
}
