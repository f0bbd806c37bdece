import type { ManifestVersion } from '@encre/protocol/page-manifest'

/** Paths of stylesheets that were removed with their version. They can come from the browser's cache again; others that are missing failed. */
const removed = new Set<string>()

/** Requests every stylesheet of the version that the document lacks. Throws if one does not load. */
export async function ensureStylesheets(version: ManifestVersion): Promise<void> {
  await Promise.all(version.styles.map((file) => (hasStylesheet(version.base + file) ? undefined : addStylesheet(version, file))))
}

export function hasStylesheets({ base, styles }: ManifestVersion): boolean {
  return styles.every((file) => hasStylesheet(base + file))
}

/** Removes the stylesheets of a version that is no longer shown. */
export function removeStylesheets({ base }: ManifestVersion): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const { pathname } = new URL(link.href)
    if (!pathname.startsWith(base)) continue
    removed.add(pathname)
    link.remove()
  }
}

function hasStylesheet(path: string): boolean {
  return [...document.styleSheets].some(({ href }) => href !== null && new URL(href).pathname === path)
}

async function addStylesheet({ base, integrity }: ManifestVersion, file: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = 'anonymous'
  const hash = integrity[file]
  if (hash) link.integrity = hash
  link.href = base + file + (removed.has(base + file) ? '' : '?retry=1')
  const loaded = Promise.withResolvers<void>()
  link.addEventListener('load', () => loaded.resolve())
  link.addEventListener('error', () => {
    link.remove()
    loaded.reject(new Error(`the stylesheet ${base}${file} did not load`))
  })
  document.head.append(link)
  await loaded.promise
}
