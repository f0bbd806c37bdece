import { documentTitle } from '@encre/protocol/page-text'
import { useEffect } from 'react'

interface PageHeadProps {
  /** The site's name is appended unless the title starts with it. */
  title: string
  lang?: 'fr' | 'en'
  /** For search engines and link previews; only prerendered pages have one. */
  description?: string
}

/** Sets the document's title, description and language. Each page renders this once. */
export function PageHead({ title, lang = 'fr', description }: PageHeadProps) {
  useEffect(() => {
    document.documentElement.lang = lang
  }, [lang])
  useEffect(() => {
    // The title of index.html serves until the first render. React adds its own title and does not remove that one.
    for (const element of document.head.querySelectorAll('[data-initial]')) element.remove()
  }, [])
  return (
    <>
      <title>{documentTitle(title)}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
