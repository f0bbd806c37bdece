import type { SharedProblem } from '@encre/protocol/problem'
import type { ReleaseProblem } from '@encre/protocol/registry'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fileLimit, integrityOf, listFiles, writeFile } from './release-files.ts'
import { shellFileKey, shellPrefix } from './release-keys.ts'
import { type ReleaseEnv, requireToken } from './release-tokens.ts'

type Code = ReleaseProblem | SharedProblem

/** `/api/releases/shell/files`: the shell's own hashed files, kept so that a page that is open survives the shell's next deploy. */
export const shellFiles = new Hono<ReleaseEnv>()
  .use(requireToken)
  .get('/files', async (c) => c.json({ files: await listFiles(c.env.RELEASES, shellPrefix) }))
  .put('/files/:path{.+}', bodyLimit({ maxSize: fileLimit, onError: (c) => problem<Code>(c, 413, 'file-too-large') }), async (c) => {
    const path = c.req.param('path')
    if (!isHashedFile(`/${path}`)) return problem<Code>(c, 422, 'invalid-request', 'only a file whose name changes with its content')
    const bytes = await c.req.arrayBuffer()
    const integrity = await integrityOf(bytes)
    if (integrity !== c.req.header('x-integrity')) return problem<Code>(c, 422, 'file-damaged', path)
    const written = await writeFile(c.env.RELEASES, { key: shellFileKey(path), bytes, integrity })
    return written ? c.body(null, 204) : problem<Code>(c, 409, 'file-exists', path)
  })

/** `/static/js/index.3f2a91c0.js`: another content has another name. */
export function isHashedFile(path: string): boolean {
  return /^\/static\/[A-Za-z0-9._/-]+\.[0-9a-f]{8,}\.[a-z0-9.]+$/.test(path) && !path.includes('..')
}
