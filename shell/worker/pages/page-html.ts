import { type ManifestVersion, type PageManifest, writePageManifest } from '@encre/protocol/page-manifest'

// A build's minifier keeps this where it would drop a comment.
const place = '</head>'
const runtimeLink = /<link [^>]*\/federation\.[^>]*>/

/**
 * Writes the composition into the shell's page, and the preload links of the remote that owns `path`. Where none does, the federation
 * runtime is not preloaded either.
 */
export function renderPage(html: string, composition: PageManifest, path: string): string {
  const owner = composition.remotes.find((remote) => remote.routes.some((route) => route.path === path))
  const links = owner ? preloadLinks(owner.current) : []
  return (owner ? html : html.replace(runtimeLink, '')).replace(place, () => [...links, writePageManifest(composition), place].join(''))
}

/** In every attribute like the load that follows, or the browser fetches the file twice. */
function preloadLinks({ base, entry, scripts, styles, integrity }: ManifestVersion): string[] {
  const link = (as: string) => (file: string) =>
    `<link rel="preload" as="${as}" href="${base}${file}" crossorigin integrity="${integrity[file] ?? ''}">`
  return [...[entry, ...scripts].map(link('script')), ...styles.map(link('style'))]
}
