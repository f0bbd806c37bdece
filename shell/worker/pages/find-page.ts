import type { ManifestRemote, PageManifest, ReactFile } from '@encre/protocol/page-manifest'
import { missingPage, type PrerenderedPage, remotePage } from '@encre/protocol/prerendered-page'
import type { Release, Route, Skeleton } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import { type LiveRemote, listReleases } from '../registry/releases/live-remotes.ts'
import { findReact } from '../registry/shells/reacts.ts'
import { shellRoutes } from '../registry/shells/shell-routes.ts'

const signInPath = '/sign-in'

export interface FoundPage {
  page: PrerenderedPage
  /** The remote that owns the page, and its route. Null for the shell's own pages. */
  owner: { remote: ManifestRemote; route: Route } | null
  /** The address of the page if it is not the one that was asked for. */
  address: string | null
  /** The skeleton of the release that this visitor gets, or null. */
  skeleton: Skeleton | null
  /** The file of the React that the remote renders with. Null if it is the shell's own or none. */
  react: ReactFile | null
}

interface PageRequest {
  manifest: PageManifest
  entries: LiveRemote[]
  path: string
  search: string
  announcesSession: boolean
}

/**
 * Finds the prerendered page that answers a request. A visitor who asks for a member's page gets
 * the sign-in page.
 */
export function findPage(request: PageRequest): FoundPage {
  const { manifest, path, announcesSession } = request
  const claimed = shellRoutes.includes(path) ? null : findOwner(manifest, path)
  const isRefused = claimed?.route.access === 'member' && !announcesSession
  const owner = isRefused ? null : claimed
  const release = owner && findRelease(request, owner)
  const skeleton = release && owner && findSkeleton(request, owner.route, release)
  return {
    owner,
    address: isRefused ? signInPath : null,
    skeleton,
    react: release && findOtherReact(manifest, release),
    page: {
      path: isRefused ? signInPath : pagePath(path, owner),
      // The tenant sends members there before the cookie exists.
      announcesSession: announcesSession || path === '/callback',
      atTenant: manifest.auth.session === 'redirect',
      hasOwner: manifest.owner !== undefined,
      hasSkeleton: skeleton !== null,
    },
  }
}

/** The path that the page was prerendered under. */
function pagePath(path: string, owner: FoundPage['owner']): string {
  if (owner) return remotePage
  return shellRoutes.includes(path) ? path : missingPage
}

/** The release whose version the manifest names. */
function findRelease(
  { entries }: PageRequest,
  { remote }: NonNullable<FoundPage['owner']>,
): Release | null {
  const entry = entries.find((each) => each.remote === remote.name)
  const releases = entry ? listReleases(entry) : []
  return releases.find(({ version }) => version === remote.current.version) ?? null
}

function findOtherReact({ reacts = [] }: PageManifest, release: Release): ReactFile | null {
  const react = findReact(reacts, release)
  return react === reacts[0] ? null : react
}

/**
 * A single address can have a skeleton of its own, and so can a view of a page:
 * `/generator?retoucher` with any value.
 */
function findSkeleton(
  { path, search }: PageRequest,
  route: Route,
  release: Release,
): Skeleton | null {
  const skeletons = new Map(Object.entries(release.skeletons ?? {}))
  const parameters = [...new URLSearchParams(search)]
  const views = parameters.flatMap(([name, value]) => [`?${name}=${value}`, `?${name}`])
  const addresses = [...views.map((view) => path + view), path, route.path]
  const address = addresses.find((each) => skeletons.has(each)) ?? ''
  return skeletons.get(address) ?? null
}

function findOwner({ remotes }: PageManifest, path: string): FoundPage['owner'] {
  for (const remote of remotes) {
    const route = remote.routes.find((each) => matchesRoute(each, path))
    if (route) return { remote, route }
  }
  return null
}
