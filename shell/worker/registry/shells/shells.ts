import type { SharedProblem } from '@encre/protocol/problem'
import { Prune, type Pruned, type ReleaseProblem, ShellRelease } from '@encre/protocol/registry'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { listFiles, releaseLimit } from '../files/bucket-files.ts'
import { createFileRoutes } from '../files/file-routes.ts'
import { isHashedFile } from '../files/hashed-file.ts'
import { shellMapsPrefix, shellPrefix } from '../files/keys.ts'
import { type RegistryEnv, requireToken } from '../tokens/require-token.ts'
import { pruneShell } from './prune-shell.ts'
import { saveShell } from './shells-store.ts'

type Code = ReleaseProblem | SharedProblem

/** `/api/releases/shell`: the shell's own hashed files, stored so that open pages survive the next deploy of the shell. */
export const shells = new Hono<RegistryEnv>()
  .use(requireToken)
  .post('/', async (c) => {
    const body = await readBody(c, ShellRelease, { maxBytes: releaseLimit, anyType: true })
    if (!body) return problem<Code>(c, 400, 'invalid-request')
    const there = await listFiles(c.env.RELEASES, shellPrefix)
    const missing = body.files.filter((path) => !Object.hasOwn(there, path))
    if (missing.length > 0) return problem<Code>(c, 409, 'files-missing', missing.slice(0, 20).join(' '))
    await saveShell(c.env.DB, body.version, body.files)
    return c.body(null, 204)
  })
  .post('/prune', async (c) => {
    const body = await readBody(c, Prune, { anyType: true })
    return body ? c.json<Pruned>({ versions: await pruneShell(c.env, body.keep) }) : problem<Code>(c, 400, 'invalid-request')
  })
  .route('/files', createFiles(shellPrefix))
  // The source maps of the shell's scripts, under the name of the script and `.map`. They are never served.
  .route('/maps', createFiles(shellMapsPrefix))

function createFiles(prefix: string) {
  return createFileRoutes({
    prefixOf: () => prefix,
    findDefect: (_, path) => (isHashedFile(`/${path}`) ? null : 'only files with a content hash in their name are stored'),
  })
}
