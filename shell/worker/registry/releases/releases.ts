import { FilePath, Release, VersionName } from '@encre/protocol/release'
import { parentPath } from '@encre/protocol/route-match'
import { type Checked, Prune, type Pruned } from '@encre/releases/registry'
import { findFileDefects, findGrowth, weighRelease } from '@encre/releases/release-defects'
import { withBody } from '@encre/worker/body'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { findPages } from '../../features/features.ts'
import { problem } from '../../problem.ts'
import {
  createFileRoutes,
  deleteUnused,
  findMissingFiles,
  readFileBytes,
  releaseLimit,
} from '../files/bucket-files.ts'
import {
  fileKey,
  remoteMapsPrefix,
  remotePrefix,
  versionMapsPrefix,
  versionPrefix,
} from '../files/keys.ts'
import { readReacts } from '../shells/reacts.ts'
import { reservedPaths, shellRoutes } from '../shells/shell-routes.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { findIncompatibilities, findLostRoutes, listNeeds } from './release-check.ts'
import {
  createRelease,
  deleteOldReleases,
  findCurrentRelease,
  findNewestRelease,
  findRelease,
  findTakenRoutes,
  listVersionNames,
} from './releases-store.ts'

/** `/api/releases/:remote`: registers the uploaded versions of a remote. */
export const releases = new Hono<RegistryEnv>()
  .post(
    '/',
    withBody(
      Release,
      async (c: Context<RegistryEnv>, release) => {
        if (release.name !== c.var.remote) return problem(c, 400, 'invalid-request')
        const reserved = listReservedRoutes(c.env, release)
        if (reserved.length > 0) return problem(c, 409, 'route-taken', reserved.join(' '))
        const incompatibilities = await findIncompatibilities(c.env, release)
        if (incompatibilities.length > 0)
          return problem(c, 409, 'does-not-fit', incompatibilities.join('; '))
        const missing = await findMissingFiles(c.env.RELEASES, release)
        if (missing.length > 0)
          return problem(c, 409, 'files-missing', missing.slice(0, 20).join(' '))
        const defects = [
          ...(await findFileDefects(release, readerOf(c.env, release))),
          ...(c.req.query('grows') ? [] : await findRemoteGrowth(c.env, release)),
        ]
        if (defects.length > 0) return problem(c, 409, 'does-not-fit', defects.join('; '))
        if (await createRelease(c.env.DB, release, c.var.author)) return c.json(release, 201)

        const existing = await findRelease(c.env.DB, release.name, release.version)
        if (!existing)
          return problem(
            c,
            409,
            'route-taken',
            (await findTakenRoutes(c.env.DB, release.name, release.routes)).join(' '),
          )
        return isSame(existing, release) ? c.json(existing) : problem(c, 409, 'release-exists')
      },
      releaseLimit,
    ),
  )

  .post(
    '/check',
    withBody(
      Release,
      async (c: Context<RegistryEnv>, release) => {
        if (release.name !== c.var.remote) return problem(c, 400, 'invalid-request')
        const taken = [
          ...listReservedRoutes(c.env, release),
          ...(await findTakenRoutes(c.env.DB, release.name, release.routes)),
        ]
        const routes = taken.map((path) => `the route ${path} belongs to another`)
        const current = await findCurrentRelease(c.env.DB, release.name)
        const lost = findLostRoutes(release, current, c.req.queries('drop') ?? [])
        const misfits = [...routes, ...lost, ...(await findIncompatibilities(c.env, release))]
        return c.json<Checked>({
          misfits,
          costs: listNeeds(release, await readReacts(c.env)),
          ...(current && {
            packages: current.packages,
            weight: await weighRelease(current, readerOf(c.env, current)),
          }),
        })
      },
      releaseLimit,
    ),
  )

  .post(
    '/prune',
    withBody(Prune, async (c: Context<RegistryEnv>, body) =>
      c.json<Pruned>(await pruneRemote(c.env, c.var.remote, body)),
    ),
  )

async function findRemoteGrowth(env: Env, release: Release): Promise<string[]> {
  const current = await findCurrentRelease(env.DB, release.name)
  if (!current || current.version === release.version) return []
  const [weight, live] = await Promise.all(
    [release, current].map((one) => weighRelease(one, readerOf(env, one))),
  )
  return weight && live ? findGrowth(weight, live) : []
}

function readerOf({ RELEASES }: Env, { name, version }: Release) {
  return (path: string) => readFileBytes(RELEASES, fileKey(name, version, path))
}

function listReservedRoutes(env: Env, { routes }: Release): string[] {
  return routes.map((route) => route.path).filter((path) => isReserved(env, parentPath(path)))
}

function isReserved(env: Env, page: string): boolean {
  return [...shellRoutes, ...reservedPaths].includes(page) || findPages(env, page.slice(1)) !== null
}

function isSame(one: Release, other: Release): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * `/api/releases/:remote/:version/files`: the files of one version, uploaded before the version is
 * registered.
 */
export const versionFiles = createVersionFiles(versionPrefix)

/**
 * `/api/releases/:remote/:version/maps`: the source maps of its scripts, under the name of the
 * script and `.map`. They are never served.
 */
export const versionMaps = createVersionFiles(versionMapsPrefix)

function createVersionFiles(prefixOf: (remote: string, version: string) => string) {
  return createFileRoutes({
    prefixOf: (c) => prefixOf(c.req.param('remote') ?? '', versionOf(c)),
    async findDefect(c, path) {
      const version = versionOf(c)
      if (!z.safeParse(VersionName, version).success) return 'the version has no valid name'
      if (!z.safeParse(FilePath, path).success) return 'the path is not valid'
      const release = await findRelease(c.env.DB, c.req.param('remote') ?? '', version)
      return !release || isListed(release, path)
        ? null
        : `${version} is registered without this file`
    },
  })
}

function isListed({ files }: Release, path: string): boolean {
  return Object.hasOwn(files, path.replace(/\.map$/, ''))
}

function versionOf(c: Context): string {
  return c.req.param('version') ?? ''
}

/** Milliseconds after which an unregistered upload counts as abandoned. */
const abandonedAfterMs = 86_400_000

/**
 * Deletes old versions of a remote. Deletes rows first: no page loads files without a row, but a
 * row without files breaks pages.
 */
async function pruneRemote(
  env: Env,
  remote: string,
  { keep, orphans: expected = 0 }: Prune,
): Promise<Pruned> {
  const versions = await deleteOldReleases(env.DB, remote, keep)
  const registered = new Set(await listVersionNames(env.DB, remote))
  const abandonedBefore = new Date(Date.now() - abandonedAfterMs)
  const kept = await deleteUnused(env.RELEASES, {
    prefixes: [remotePrefix(remote), remoteMapsPrefix(remote)],
    judge(path, uploaded) {
      const version = path.split('/')[0] ?? ''
      if (registered.has(version)) return 'needed'
      if (versions.includes(version)) return 'unneeded'
      return uploaded < abandonedBefore ? 'orphan' : 'recent'
    },
    newestRow: await findNewestRelease(env.DB, remote),
    expected,
  })
  return { versions, ...(kept && { kept }) }
}
