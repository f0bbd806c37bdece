import type { ManifestVersion } from '@encre/protocol/page-manifest'
import { loadFile, newStylesheet } from '../load-file.ts'

/**
 * Requests every stylesheet of the version that the document lacks. Throws if one does not load.
 */
export async function ensureStylesheets(version: ManifestVersion): Promise<void> {
  const missing = version.styles.filter((file) => !hasStylesheet(version.base + file))
  await Promise.all(
    missing.map((file) => loadFile(version.base + file, version.integrity[file], 'style')),
  )
}

/**
 * The stylesheets that are added from now on apply when the returned function is called. A skeleton
 * has its rules in the page: a remote's stylesheet would make the browser compute it once more, for
 * the same look. The typefaces that the skeleton does without (`typefaces.ts`) apply then too.
 */
export function holdStylesheets(): () => void {
  newStylesheet.media = 'not all'
  return () => {
    newStylesheet.media = ''
    for (const held of document.querySelectorAll('[media="not all"]')) {
      held.removeAttribute('media')
    }
  }
}

export function hasStylesheets({ base, styles }: ManifestVersion): boolean {
  return styles.every((file) => hasStylesheet(base + file))
}

export function removeStylesheets({ base }: ManifestVersion): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (new URL(link.href).pathname.startsWith(base)) link.remove()
  }
}

function hasStylesheet(path: string): boolean {
  return [...document.styleSheets].some(
    ({ href }) => href !== null && new URL(href).pathname === path,
  )
}
