import type { PageManifest } from '@encre/protocol/page-manifest'

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: { createScriptURL(url: string, type?: string, sink?: string): string | null },
  ): unknown
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

/**
 * Creates the page's only Trusted Types policy, through which the federation runtime and Auth0's
 * SDK pass. It creates no HTML and no script text.
 */
export function installTrustedTypes({ auth }: PageManifest): void {
  const isRedirect = auth.session === 'redirect'
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL(url, _type, sink) {
      if (isOwnFile(url)) return url
      const isOwnBlob = url.startsWith(`blob:${location.origin}/`)
      return isRedirect && sink === 'Worker constructor' && isOwnBlob ? url : null
    },
  })
}

/** The URL parser resolves `..` and backslashes before the comparison. */
function isOwnFile(url: string): boolean {
  const parsed = URL.parse(url, location.href)
  return parsed?.origin === location.origin && /^\/(static|remotes)\//.test(parsed.pathname)
}
