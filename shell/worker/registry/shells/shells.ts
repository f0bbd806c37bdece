import { Prune, type Pruned, ShellRelease } from '@encre/releases/registry'
import { withBody } from '@encre/worker/body'
import { type Context, Hono } from 'hono'
import { daysAgo } from '../../lifetimes.ts'
import { problem } from '../../problem.ts'
import { createFileRoutes, deleteUnused, listFiles, releaseLimit } from '../files/bucket-files.ts'
import { isHashedFile, shellMapsPrefix, shellPrefix } from '../files/keys.ts'
import { type RegistryEnv, requireToken } from '../tokens/require-token.ts'
import {
  deleteOldShells,
  findNewestShell,
  hasShellsSince,
  listNeededFiles,
  saveShell,
} from './shells-store.ts'

/**
 * `/api/releases/shell`: the shell's own hashed files, stored so that open pages survive the next
 * deploy of the shell.
 */
export const shells = new Hono<RegistryEnv>()
  .use(requireToken)
  .post(
    '/',
    withBody(
      ShellRelease,
      async (c: Context<RegistryEnv>, body) => {
        const there = await listFiles(c.env.RELEASES, shellPrefix)
        const missing = body.files.filter((path) => !Object.hasOwn(there, path))
        if (missing.length > 0)
          return problem(c, 409, 'files-missing', missing.slice(0, 20).join(' '))
        await saveShell(c.env.DB, body.version, body.files)
        return c.body(null, 204)
      },
      releaseLimit,
    ),
  )
  .post(
    '/prune',
    withBody(Prune, async (c: Context<RegistryEnv>, body) =>
      c.json<Pruned>(await pruneShell(c.env, body)),
    ),
  )
  .route('/files', createFiles(shellPrefix))
  // The source maps of the shell's scripts, under the name of the script and `.map`. They are never
  // served.
  .route('/maps', createFiles(shellMapsPrefix))

function createFiles(prefix: string) {
  return createFileRoutes({
    prefixOf: () => prefix,
    findDefect: (_, path) =>
      isHashedFile(`/${path}`) ? null : 'only files with a content hash in their name are stored',
  })
}

/** Days that a page may stay open and still find the files of its shell. */
export const openDays = 30

/**
 * Files without a shell come from an interrupted upload. They are deleted once no open page can
 * need them.
 */
async function pruneShell(env: Env, { keep, orphans: expected = 0 }: Prune): Promise<Pruned> {
  const date = daysAgo(openDays)
  const isComplete = await hasShellsSince(env.DB, date)
  const deleted = await deleteOldShells(env.DB, keep, date)
  const unneeded = new Set(deleted.flatMap((shell) => shell.files))
  const needed = new Set(await listNeededFiles(env.DB))
  const kept = await deleteUnused(env.RELEASES, {
    prefixes: [shellPrefix, shellMapsPrefix],
    judge(file, uploaded) {
      const path = file.replace(/\.map$/, '')
      if (needed.has(path)) return 'needed'
      if (unneeded.has(path)) return 'unneeded'
      return isComplete && uploaded.toISOString() < date ? 'orphan' : 'recent'
    },
    newestRow: await findNewestShell(env.DB),
    expected,
  })
  return { versions: deleted.map(({ version }) => version), ...(kept && { kept }) }
}
