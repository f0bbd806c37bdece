import { type PageManifest, readPageManifest } from '@encre/protocol/page-manifest'

/** The part of the browser's Trusted Types that the site uses. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(url: string, type?: string, sink?: string): string | null }): unknown
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

/**
 * Creates the page's only Trusted Types policy. Neither the federation runtime nor Auth0's SDK knows Trusted Types, so both pass through
 * it. It creates no HTML and no script text. It accepts the addresses of the site's own files, those of a previewed live build, and the
 * worker that the SDK creates from a blob, in redirect mode only. Browsers without Trusted Types ignore it.
 */
export function installTrustedTypes(page: Document = document): void {
  const manifest = readManifest(page)
  const isRedirect = manifest?.auth.session === 'redirect'
  const live = manifest?.preview?.live
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL(url, _type, sink) {
      if (isOwnFile(url) || isLiveFile(url)) return url
      return isRedirect && sink === 'Worker constructor' && isOwnBlob(url) ? url : null
    },
  })

  /** The site's worker names the origin, and its content security policy allows the same one. */
  function isLiveFile(url: string): boolean {
    return live !== undefined && URL.parse(url)?.origin === live
  }
}

/** The URL parser resolves `..` and backslashes before the comparison. */
function isOwnFile(url: string): boolean {
  const parsed = URL.parse(url, location.href)
  return parsed?.origin === location.origin && /^\/(static|remotes)\//.test(parsed.pathname)
}

function isOwnBlob(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'blob:' && parsed.origin === location.origin
}

/** Null for a page without a valid manifest. `main.ts` reports the defect. */
function readManifest(page: Document): PageManifest | null {
  try {
    return readPageManifest(page)
  } catch {
    return null
  }
}

// `main.ts` imports this file first: modules run in the order of their imports, so the policy exists before any other code of the page.
installTrustedTypes()
