import type { ManifestVersion } from '@encre/protocol/page-manifest'

/** Stylesheets that left with their version come back from the browser's cache; any other that is missing did not come. */
const left = new Set<string>()

/** A stylesheet that does not come raises no error of its own: whatever is missing is asked for once more, then refused. */
export async function ensureStylesheets(version: ManifestVersion): Promise<void> {
  await Promise.all(version.styles.map((file) => (hasStylesheet(version.base + file) ? undefined : addStylesheet(version, file))))
}

export function hasStylesheets({ base, styles }: ManifestVersion): boolean {
  return styles.every((file) => hasStylesheet(base + file))
}

/** A version that is no longer shown takes its styles with it. */
export function removeStylesheets({ base }: ManifestVersion): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const { pathname } = new URL(link.href)
    if (!pathname.startsWith(base)) continue
    left.add(pathname)
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
  link.href = base + file + (left.has(base + file) ? '' : '?retry=1')
  const loaded = Promise.withResolvers<void>()
  link.addEventListener('load', () => loaded.resolve())
  link.addEventListener('error', () => {
    link.remove()
    loaded.reject(new Error(`the stylesheet ${base}${file} did not load`))
  })
  document.head.append(link)
  await loaded.promise
}
