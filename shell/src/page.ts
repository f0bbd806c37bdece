import { useEffect } from 'react'
import { messages } from './messages.ts'

/** Names the page and its language. */
export function usePage(title: string, lang: 'fr' | 'en' = 'fr'): void {
  useEffect(() => {
    document.title = title.startsWith(messages.siteName) ? title : `${title} · ${messages.siteName}`
    document.documentElement.lang = lang
  }, [title, lang])
}
