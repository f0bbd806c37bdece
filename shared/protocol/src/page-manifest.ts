import type { Release, Route } from './release.ts'

// Free of zod: every visitor's page reads its manifest before the first paint.

/**
 * The versions of the ShellApi that this shell offers, the newest first. A release needs one of
 * them (`docs/releases.md`).
 */
export const shellApiVersions: readonly number[] = [1]

/** One version of a remote, reduced to what a page needs to load it. */
export interface ManifestVersion {
  version: string
  /** Folder of its files, with a slash at the end: `/remotes/gallery/3f2a91c-9b01d2e4/`. */
  base: string
  entry: string
  global: string
  /** The version of the ShellApi that it needs. Absent for 1, and from older sites. */
  shellApi?: number | undefined
  scripts: string[]
  styles: string[]
  /** The integrity of each script and stylesheet (`sha384-...`), by its path in the folder. */
  integrity: Record<string, string>
}

/** A React that the site keeps for remotes: all of `reactModules`, from one copy. */
export interface ReactFile {
  version: string
  /** Its path on the site, and its integrity (`sha384-...`). */
  file: string
  integrity: string
}

/** What a remote may share. A copy of another React than the shell's comes whole. */
export const reactModules = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
] as const

/** Why a page gets a version of a remote. */
export interface Choice {
  /** Everyone's, a canary's, a preview link's, or the one that `npm run dev` builds. */
  why: 'current' | 'canary' | 'preview' | 'hmr'
  /** The visitors in percent who get this version without a link. */
  share: number
}

/** A remote as one page gets it. */
export interface ManifestRemote {
  name: string
  routes: Route[]
  current: ManifestVersion
  /** Absent from older sites. */
  choice?: Choice | undefined
  /** The version that the page shows when the current one fails; null when there is none. */
  previous: ManifestVersion | null
  /**
   * A canary of this remote is active: the page reports successful loads too. It always reports
   * failures.
   */
  canaryActive?: boolean | undefined
}

/**
 * What one page was composed from. In each page, and at `GET /api/releases/compositions/current`
 * with the id as `ETag`.
 */
export interface PageManifest {
  /** Composition id: the same shell and remote versions have the same id. */
  id: string
  /** Authorises `POST /api/releases/outcomes` for these versions. Valid for a day. */
  token?: string | undefined
  remotes: ManifestRemote[]
  /**
   * The shell's React, then those of other remotes. An open page whose own React does not fit a
   * remote loads one of them.
   */
  reacts?: ReactFile[] | undefined
  /** The versions that a preview link shows to this visitor only. Such a page has no `token`. */
  preview?: { remote: string; version: string }[] | undefined
  /** Publisher of the site, for its legal page; absent when the setting is empty. */
  owner?: string | undefined
  auth: {
    /** Host of the tenant, or its origin when it is not https. */
    domain: string
    clientId: string
    audience: string
    connection: string
    /** `forms`: the site's own screens; `redirect`: the tenant's page (no custom domain). */
    session: 'forms' | 'redirect'
  }
}

/** Reduces a release to what a page needs. */
export function toManifestVersion(release: Release): ManifestVersion {
  const { name, version, entry, global, shellApi, scripts, styles, files } = release
  // Browsers check the integrity of scripts and stylesheets only.
  const checked = Object.entries(files).filter(([path]) => /\.(m?js|css)$/.test(path))
  return {
    version,
    base: `/remotes/${name}/${version}/`,
    entry,
    global,
    ...(shellApi !== 1 && { shellApi }),
    scripts,
    styles,
    integrity: Object.fromEntries(checked.map(([path, file]) => [path, file.integrity])),
  }
}

/** The value of `Server-Timing`: which version of each remote the page gets, and why. */
export function writeServerTiming({ id, remotes }: PageManifest): string {
  const entries = remotes.map(({ name, current, choice }) => {
    const reason = choice ? ` ${choice.why} ${choice.share} %` : ''
    return `${name};desc="${current.version}${reason}"`
  })
  return [`composition;desc="${id}"`, ...entries].join(', ')
}

// A wire name: pages that are open look for it.
const elementId = 'composition'
const elementPattern = new RegExp(
  `<script type="application/json" id="${elementId}">(.*?)</script>`,
  's',
)

type Page = string | { getElementById(id: string): { textContent: string | null } | null }

/** The element that holds a page's manifest, as HTML. */
export function writePageManifest(manifest: PageManifest): string {
  // In a script element only "<" could end the element.
  return `<script type="application/json" id="${elementId}">${JSON.stringify(manifest).replaceAll('<', '\\u003c')}</script>`
}

/** Whether a page is one of the shell's. A notice, for example, has no manifest. */
export function hasPageManifest(html: string): boolean {
  return elementPattern.test(html)
}

/** The manifest that a page contains. Throws when the page has none, or one that is damaged. */
export function readPageManifest(page: Page): PageManifest {
  const text =
    typeof page === 'string'
      ? page.match(elementPattern)?.[1]
      : page.getElementById(elementId)?.textContent
  if (!text) throw new Error('the page contains no page manifest')
  return parsePageManifest(JSON.parse(text))
}

const reportName = 'encre-report'

/**
 * An element before the manifest with which a page can still report on `remote` when it cannot read
 * the manifest, as HTML.
 */
export function writeReportToken(remote: string, token: string): string {
  return `<meta name="${reportName}" content="${token}" data-remote="${remote}">`
}

/** The remote and the token that `writeReportToken` has written into the document, or null. */
export function readReportToken(page: {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null
}): { remote: string; token: string } | null {
  const element = page.querySelector(`meta[name="${reportName}"]`)
  return (
    element && {
      remote: element.getAttribute('data-remote') ?? '',
      token: element.getAttribute('content') ?? '',
    }
  )
}

/** A page's HTML with another manifest in the place of its own. */
export function replacePageManifest(html: string, manifest: PageManifest): string {
  return html.replace(elementPattern, () => writePageManifest(manifest))
}

/**
 * Returns the value as a page manifest, or throws if a part that the shell needs is missing. A
 * defect in a remote's part shows when it loads.
 */
export function parsePageManifest(value: unknown): PageManifest {
  if (isPageManifest(value)) return value
  throw new Error('not a page manifest')
}

function isPageManifest(value: unknown): value is PageManifest {
  if (typeof value !== 'object' || value === null) return false
  const { id, remotes, auth }: Partial<Record<keyof PageManifest, unknown>> = value
  return (
    typeof id === 'string' && Array.isArray(remotes) && typeof auth === 'object' && auth !== null
  )
}
