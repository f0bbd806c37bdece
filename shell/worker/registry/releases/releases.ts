import type { SharedProblem } from '@encre/protocol/problem'
import { type Checked, Prune, type Pruned, type ReleaseProblem } from '@encre/protocol/registry'
import { Release } from '@encre/protocol/release'
import { parentPath } from '@encre/protocol/route-match'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { findPages } from '../../features/features.ts'
import { findMissingFiles, releaseLimit } from '../files/bucket-files.ts'
import { reservedPaths, shellRoutes } from '../shells/shell-routes.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { pruneRemote } from './prune-remote.ts'
import { findIncompatibilities, findLostRoutes } from './release-check.ts'
import { createRelease, findCurrentRelease, findRelease, findTakenRoutes } from './releases-store.ts'

type Code = ReleaseProblem | SharedProblem

/** `/api/releases/:remote`: registers the uploaded versions of a remote. */
export const releases = new Hono<RegistryEnv>()
  .post('/', async (c) => {
    const release = await readBody(c, Release, { maxBytes: releaseLimit, anyType: true })
    if (!release || release.name !== c.var.remote) return problem<Code>(c, 400, 'invalid-request')
    const reserved = listReservedRoutes(c.env, release)
    if (reserved.length > 0) return problem<Code>(c, 409, 'route-taken', reserved.join(' '))
    const incompatibilities = await findIncompatibilities(c.env, release)
    if (incompatibilities.length > 0) return problem<Code>(c, 409, 'does-not-fit', incompatibilities.join('; '))
    const missing = await findMissingFiles(c.env.RELEASES, release)
    if (missing.length > 0) return problem<Code>(c, 409, 'files-missing', missing.slice(0, 20).join(' '))
    if (await createRelease(c.env.DB, release, c.var.author)) return c.json(release, 201)

    const existing = await findRelease(c.env.DB, release.name, release.version)
    if (!existing) return problem<Code>(c, 409, 'route-taken', (await findTakenRoutes(c.env.DB, release.name, release.routes)).join(' '))
    return isSame(existing, release) ? c.json(existing) : problem<Code>(c, 409, 'release-exists')
  })

  .post('/check', async (c) => {
    const release = await readBody(c, Release, { maxBytes: releaseLimit, anyType: true })
    if (!release || release.name !== c.var.remote) return problem<Code>(c, 400, 'invalid-request')
    const taken = [...listReservedRoutes(c.env, release), ...(await findTakenRoutes(c.env.DB, release.name, release.routes))]
    const routes = taken.map((path) => `the route ${path} belongs to another`)
    const current = await findCurrentRelease(c.env.DB, release.name)
    const lost = findLostRoutes(release, current, c.req.queries('drop') ?? [])
    const misfits = [...routes, ...lost, ...(await findIncompatibilities(c.env, release))]
    return c.json<Checked>({ misfits, ...(current?.packages && { packages: current.packages }) })
  })

  .post('/prune', async (c) => {
    const body = await readBody(c, Prune, { anyType: true })
    if (!body) return problem<Code>(c, 400, 'invalid-request')
    return c.json<Pruned>({ versions: await pruneRemote(c.env, c.var.remote, body.keep) })
  })

/** The routes that would never show a page of the remote: the shell or another worker answers them. */
function listReservedRoutes(env: Env, { routes }: Release): string[] {
  return routes.map((route) => route.path).filter((path) => isReserved(env, parentPath(path)))
}

function isReserved(env: Env, page: string): boolean {
  return [...shellRoutes, ...reservedPaths].includes(page) || findPages(env, page.slice(1)) !== null
}

function isSame(one: Release, other: Release): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
