import type { SharedProblem } from '@encre/protocol/problem'
import { type Checked, Prune, type ReleaseProblem } from '@encre/protocol/registry'
import { Release } from '@encre/protocol/release'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { findMissingFiles } from '../files/bucket-files.ts'
import { reservedPaths, shellRoutes } from '../shells/shell-routes.ts'
import { readJson } from '../tokens/read-json.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { pruneRemote } from './prune-remote.ts'
import { findMisfits } from './release-check.ts'
import { createRelease, findRelease, findTakenRoutes } from './releases-store.ts'

type Code = ReleaseProblem | SharedProblem

const jsonBody = bodyLimit({ maxSize: 512 * 1024, onError: (c) => problem<Code>(c, 413, 'invalid-request') })

/** `/api/releases/:remote`: registers the uploaded versions of a remote. */
export const releases = new Hono<RegistryEnv>()
  .post('/', jsonBody, async (c) => {
    const release = await readJson(c, Release)
    if (!release || release.name !== c.var.remote) return problem<Code>(c, 422, 'invalid-request')
    const reserved = listReservedRoutes(release)
    if (reserved.length > 0) return problem<Code>(c, 409, 'route-taken', reserved.join(' '))
    const misfits = await findMisfits(c.env, release)
    if (misfits.length > 0) return problem<Code>(c, 409, 'does-not-fit', misfits.join('; '))
    const missing = await findMissingFiles(c.env.RELEASES, release)
    if (missing.length > 0) return problem<Code>(c, 409, 'files-missing', missing.slice(0, 20).join(' '))
    if (await createRelease(c.env.DB, release, c.var.author)) return c.json(release, 201)

    const existing = await findRelease(c.env.DB, release.name, release.version)
    if (!existing) return problem<Code>(c, 409, 'route-taken', (await findTakenRoutes(c.env.DB, release.name, release.routes)).join(' '))
    return isSame(existing, release) ? c.json(existing) : problem<Code>(c, 409, 'release-exists')
  })

  .post('/check', jsonBody, async (c) => {
    const release = await readJson(c, Release)
    if (!release || release.name !== c.var.remote) return problem<Code>(c, 422, 'invalid-request')
    const taken = [...listReservedRoutes(release), ...(await findTakenRoutes(c.env.DB, release.name, release.routes))]
    const routes = taken.map((path) => `the route ${path} belongs to another`)
    return c.json<Checked>({ misfits: [...routes, ...(await findMisfits(c.env, release))] })
  })

  .post('/prune', jsonBody, async (c) => {
    const body = await readJson(c, Prune)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return c.json({ versions: await pruneRemote(c.env, c.var.remote, body.keep) })
  })

function listReservedRoutes({ routes }: Release): string[] {
  return routes.map((route) => route.path).filter((path) => shellRoutes.includes(path) || reservedPaths.includes(path))
}

function isSame(one: Release, other: Release): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
