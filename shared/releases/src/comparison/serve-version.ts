import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractPath } from '@encre/protocol/contract-shape'
import {
  readPageManifest,
  replacePageManifest,
  toManifestVersion,
} from '@encre/protocol/page-manifest'
import { emptyPage } from '@encre/protocol/prerendered-page'
import type { Release } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import { contentType } from '@encre/protocol/served-file'
import type { BrowserContext, Route } from '@playwright/test'
import { reportPaths } from '../registry.ts'
import { type Amount, matchesAddress, type Samples } from './sample-answers.ts'

const sampleImage = readFileSync(join(import.meta.dirname, 'sample-image.webp'))

export interface ServedVersion {
  origin: string
  directory: string
  release: Release
  /** Whether pages get the build in `directory`, else the live version. */
  isBuild: boolean
  samples: Samples
  /** How much data the remote's worker answers; null keeps the live answers. */
  amount: Amount | null
}

/**
 * Serves one version of the remote to the pages of a context, and the samples as its data. The rest
 * of the site stays live, but no write of a tried page reaches it.
 */
export async function serveVersion(context: BrowserContext, served: ServedVersion): Promise<void> {
  await context.route('**', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const isOwn = url.origin === served.origin
    // The session of the member is renewed as ever.
    const isWrite = request.method() !== 'GET' && url.pathname !== '/oauth/token'
    if (!isOwn) return isWrite ? route.fulfill({ status: 204 }) : route.continue()
    const reply = findReply(served, request.method(), url)
    if (reply) return route.fulfill(reply)
    if (request.resourceType() !== 'document') return route.continue()
    const response = await route.fetch({ timeout: 0 }).catch(() => null)
    return response
      ? route.fulfill({ response, body: composePage(served, await response.text()) })
      : route.abort()
  })
}

type Reply = Parameters<Route['fulfill']>[0]

/** What a page gets instead of the site's answer, or null. */
function findReply(served: ServedVersion, method: string, url: URL): Reply | null {
  const { pathname } = url
  // A report would count for the live versions.
  if (reportPaths.includes(pathname)) return { status: 204 }
  if (pathname === '/api/releases/compositions/current') return { status: 304 }
  if (pathname.startsWith('/api/releases/')) return null
  return (served.isBuild && findFile(served, pathname)) || findSample(served, method, url)
}

function findFile({ directory, release }: ServedVersion, pathname: string): Reply | null {
  const base = [toManifestVersion(release).base, `/remotes/${release.name}/@live/`].find((one) =>
    pathname.startsWith(one),
  )
  if (!base) return null
  const path = pathname.slice(base.length)
  if (!Object.hasOwn(release.files, path)) return { status: 404 }
  return {
    status: 200,
    body: readFileSync(join(directory, path)),
    contentType: contentType(path),
  }
}

function findSample({ samples, amount }: ServedVersion, method: string, url: URL): Reply | null {
  if (method === 'GET' && !amount) return null
  if (isImagePath(url.pathname)) return { contentType: 'image/webp', body: sampleImage }
  const answer = samples.answer(amount ?? 'some', method, url)
  if (!answer) return method === 'GET' ? null : { status: 204 }
  const { status, body } = answer
  if (body === undefined || body === null) return { status }
  const isPage = typeof body === 'string'
  return {
    status,
    contentType: isPage ? 'text/html' : 'application/json',
    body: Buffer.from(isPage ? body : JSON.stringify(body)),
  }
}

/** The page of the site with this version. The live site prerendered it for its own versions. */
function composePage({ release, isBuild }: ServedVersion, html: string): string {
  const manifest = readPageManifest(html)
  const others = manifest.remotes.filter((remote) => remote.name !== release.name)
  const live = manifest.remotes.find((remote) => remote.name === release.name)
  const own = isBuild
    ? { name: release.name, routes: release.routes, current: toManifestVersion(release) }
    : live
  const remotes = own ? [...others, { ...own, previous: null, canaryActive: false }] : others
  return replacePageManifest(emptyPage(html), { ...manifest, remotes })
}

/**
 * Whether a page with this remote may request the path. The shell itself uses `/api/releases` only.
 */
export function isKnownPath({ contract }: Release, pathname: string): boolean {
  if (
    !pathname.startsWith('/api/') ||
    pathname.startsWith('/api/releases/') ||
    isImagePath(pathname)
  )
    return true
  return Object.values(contract?.paths ?? {}).some((entry) =>
    matchesAddress(contractPath(entry), pathname),
  )
}

/** The shell's own page to which a visit leaves. It requests no data: what is sent there is left over. */
export const awayPath = '/about'

/** Whether another remote, whose page a press has opened, may have sent the request. */
export function isOfOtherPage(
  { name, routes }: Release,
  address: string,
  pathname: string,
): boolean {
  const isOwn = pathname.startsWith(`/api/${name}/`)
  const shown = new URL(address).pathname
  return !isOwn && shown !== awayPath && !routes.some((route) => matchesRoute(route, shown))
}

export function isImagePath(pathname: string): boolean {
  return /^\/api\/[a-z][a-z0-9-]*\/(images\/|.*\/image$)/.test(pathname)
}
