import type { SharedProblem } from '@encre/protocol/problem'
import { Canary, type Checked, Promotion, Prune, type ReleaseProblem, Rollback, reservedRemotes } from '@encre/protocol/registry'
import { FilePath, Release, RemoteName, VersionName } from '@encre/protocol/release'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { promote, type Refusal, rollBack, startCanary } from '../channels/change-channel.ts'
import { getChannel, listHistory } from '../channels/channels-store.ts'
import { refreshRegistry } from '../channels/registry.ts'
import { reservedPaths, shellRoutes } from '../pages/shell-routes.ts'
import { pruneRemote } from './prune.ts'
import { readJson } from './read-json.ts'
import { fileLimit, findMissingFiles, integrityOf, listFiles, writeFile } from './release-files.ts'
import { findMisfits } from './release-gate.ts'
import { fileKey, versionPrefix } from './release-keys.ts'
import { type ReleaseEnv, requireToken } from './release-tokens.ts'
import { createRelease, findRelease, findTakenRoutes, listVersions } from './releases-store.ts'

type Code = ReleaseProblem | SharedProblem

const jsonBody = bodyLimit({ maxSize: 512 * 1024, onError: (c) => problem<Code>(c, 413, 'invalid-request') })
const fileBody = bodyLimit({ maxSize: fileLimit, onError: (c) => problem<Code>(c, 413, 'file-too-large') })

/** `/api/releases`: how a team ships its remote without asking anyone. Locally and in production the same. */
export const releases = new Hono<ReleaseEnv>()
  .use('/:remote/*', requireToken)
  .use('/:remote/*', async (c, next) => {
    const remote = c.req.param('remote')
    if (reservedRemotes.includes(remote) || !z.safeParse(RemoteName, remote).success) return problem<Code>(c, 404, 'not-found')
    await next()
  })

  .get('/:remote', async (c) => {
    const remote = c.req.param('remote')
    const [channel, versions] = await Promise.all([getChannel(c.env.DB, remote), listVersions(c.env.DB, remote)])
    return c.json({ ...channel, versions })
  })

  .post('/:remote', jsonBody, async (c) => {
    const release = await readJson(c, Release)
    if (!release || release.name !== c.req.param('remote')) return problem<Code>(c, 422, 'invalid-request')
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

  .post('/:remote/check', jsonBody, async (c) => {
    const release = await readJson(c, Release)
    if (!release || release.name !== c.req.param('remote')) return problem<Code>(c, 422, 'invalid-request')
    const taken = [...listReservedRoutes(release), ...(await findTakenRoutes(c.env.DB, release.name, release.routes))]
    const routes = taken.map((path) => `the route ${path} belongs to another`)
    return c.json<Checked>({ misfits: [...routes, ...(await findMisfits(c.env, release))] })
  })

  .get('/:remote/history', async (c) => c.json({ entries: await listHistory(c.env.DB, c.req.param('remote')) }))

  .post('/:remote/promote', jsonBody, async (c) => {
    const body = await readJson(c, Promotion)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return answerChange(c, await promote(c.env, c.req.param('remote'), body, c.var.author))
  })

  .post('/:remote/rollback', jsonBody, async (c) => {
    const body = await readJson(c, Rollback)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return answerChange(c, await rollBack(c.env, c.req.param('remote'), body, c.var.author))
  })

  .post('/:remote/canary', jsonBody, async (c) => {
    const body = await readJson(c, Canary)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return answerChange(c, await startCanary(c.env, c.req.param('remote'), body, c.var.author))
  })

  .post('/:remote/prune', jsonBody, async (c) => {
    const body = await readJson(c, Prune)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return c.json({ versions: await pruneRemote(c.env, c.req.param('remote'), body.keep) })
  })

  .get('/:remote/:version/files', async (c) =>
    c.json({ files: await listFiles(c.env.RELEASES, versionPrefix(c.req.param('remote'), c.req.param('version'))) }),
  )

  .put('/:remote/:version/files/:path{.+}', fileBody, async (c) => {
    const { remote, version, path } = c.req.param()
    if (!z.safeParse(VersionName, version).success || !z.safeParse(FilePath, path).success) return problem<Code>(c, 422, 'invalid-request')
    const bytes = await c.req.arrayBuffer()
    const integrity = await integrityOf(bytes)
    // A file that was cut on its way must not take the name that only one content can have.
    if (integrity !== c.req.header('x-integrity')) return problem<Code>(c, 422, 'file-damaged', path)
    const written = await writeFile(c.env.RELEASES, { key: fileKey(remote, version, path), bytes, integrity })
    return written ? c.body(null, 204) : problem<Code>(c, 409, 'file-exists', path)
  })

function listReservedRoutes({ routes }: Release): string[] {
  return routes.map((route) => route.path).filter((path) => shellRoutes.includes(path) || reservedPaths.includes(path))
}

function isSame(one: Release, other: Release): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The channel after a change, or why there was none. */
async function answerChange(c: Context<ReleaseEnv>, refusal: Refusal | null): Promise<Response> {
  const remote = c.req.param('remote') ?? ''
  const channel = await getChannel(c.env.DB, remote)
  if (refusal?.code === 'stale-revision') return problem<Code>(c, 412, refusal.code, `revision ${channel.revision}`)
  if (refusal) return problem<Code>(c, 409, refusal.code, refusal.detail)
  await refreshRegistry(c.env)
  return c.json(channel)
}
