import { useEffect } from 'react'
import { messages } from './messages.ts'

interface PageHeadProps {
  /** The title of the page. The site's name is added where the title does not start with it. */
  title: string
  lang?: 'fr' | 'en'
  /** For search engines and link previews, on the pages that are prerendered. */
  description?: string
}

/** Sets the document's title, description and language. Each page renders this once. */
export function PageHead({ title, lang = 'fr', description }: PageHeadProps) {
  useEffect(() => {
    document.documentElement.lang = lang
  }, [lang])
  useEffect(() => {
    // index.html has a title for the time before the first render. React adds its own and leaves that one.
    for (const element of document.head.querySelectorAll('[data-initial]')) element.remove()
  }, [])
  return (
    <>
      <title>{title.startsWith(messages.siteName) ? title : `${title} · ${messages.siteName}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
