import { fillHeaderLinks, listHeaderLinks } from '@encre/protocol/header-links'
import { type ManifestVersion, type PageManifest, writePageManifest } from '@encre/protocol/page-manifest'
import { matchesRoute } from '@encre/protocol/route-match'
import { previewBanner } from './preview-banner.ts'

// The build's minifier removes comments, so this tag marks the place.
const place = '</head>'
const root = '<div id="root">'
const runtimeLink = /<link [^>]*\/federation\.[^>]*>/

/**
 * Writes the page manifest and the header links into the shell's page, and the preload links of the remote that owns `path`. When no
 * remote owns it, the federation runtime is not preloaded either. A page with a preview also gets the banner.
 */
export function renderPage(html: string, manifest: PageManifest, path: string): string {
  const routes = manifest.remotes.flatMap((remote) => remote.routes)
  const owner = manifest.remotes.find((remote) => remote.routes.some((route) => matchesRoute(route, path)))
  const links = owner ? preloadLinks(owner.current) : []
  const page = fillHeaderLinks(owner ? html : removeRuntimePreload(html), listHeaderLinks(routes))
  const withManifest = page.replace(place, () => [...links, writePageManifest(manifest), place].join(''))
  const { preview } = manifest
  return preview ? withManifest.replace(root, () => previewBanner(preview) + root) : withManifest
}

/** For a page that loads no remote. */
export function removeRuntimePreload(html: string): string {
  return html.replace(runtimeLink, '')
}

/** Every attribute must equal that of the later load, or the browser fetches the file twice. */
function preloadLinks({ base, entry, scripts, styles, integrity }: ManifestVersion): string[] {
  const link = (as: string) => (file: string) =>
    `<link rel="preload" as="${as}" href="${base}${file}" crossorigin integrity="${integrity[file] ?? ''}">`
  return [...[entry, ...scripts].map(link('script')), ...styles.map(link('style'))]
}
