interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown
}

/**
 * The page's only Trusted Types policy: it accepts the files of releases, and creates neither HTML
 * nor script text.
 */
export function allowOwnWorkers(): void {
  const page: Window & { trustedTypes?: TrustedTypes } = window
  page.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const parsed = URL.parse(url, location.href)
      return parsed?.origin === location.origin && parsed.pathname.startsWith('/remotes/')
        ? url
        : null
    },
  })
}
