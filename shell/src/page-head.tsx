import { documentTitle } from '@encre/protocol/page-text'
import { useEffect, useSyncExternalStore } from 'react'

interface PageHeadProps {
  /** The site's name is appended unless the title starts with it. */
  title: string
  lang?: 'fr' | 'en'
  /** For search engines and link previews; only prerendered pages have one. */
  description?: string
}

export function PageHead({ title, lang = 'fr', description }: PageHeadProps) {
  useEffect(() => {
    // The same language once more would style the whole page again.
    if (document.documentElement.lang !== lang) document.documentElement.lang = lang
    // The title of index.html serves until the first render, its description until a page has one.
    // React adds its own and removes neither.
    const replaced = description ? '[data-initial]' : 'title[data-initial]'
    for (const element of document.head.querySelectorAll(replaced)) {
      element.remove()
    }
  }, [lang, description])
  return (
    <>
      <title>{documentTitle(title)}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}

const neverChanges = () => () => {}

/**
 * False while a page is as the build prerendered it: its forms would send their fields to the
 * site's own address, and it shows no remote.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
