import type { ComposedVersion } from '@encre/protocol/release'

/** A stylesheet that does not come raises no error of its own: whatever is missing is asked for once more, then refused. */
export async function ensureStylesheets(version: ComposedVersion): Promise<void> {
  await Promise.all(version.styles.map((file) => (hasStylesheet(version.base + file) ? undefined : addStylesheet(version, file))))
}

function hasStylesheet(path: string): boolean {
  return [...document.styleSheets].some(({ href }) => href !== null && new URL(href).pathname === path)
}

async function addStylesheet({ base, integrity }: ComposedVersion, file: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = 'anonymous'
  const hash = integrity[file]
  if (hash) link.integrity = hash
  link.href = `${base}${file}?retry=1`
  const loaded = Promise.withResolvers<void>()
  link.addEventListener('load', () => loaded.resolve())
  link.addEventListener('error', () => {
    link.remove()
    loaded.reject(new Error(`the stylesheet ${base}${file} did not load`))
  })
  document.head.append(link)
  await loaded.promise
}
