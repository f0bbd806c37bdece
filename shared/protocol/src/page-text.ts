const siteName = 'Encre'

/** The document's title: the page's own, then the site's name unless the title starts with it. */
export function documentTitle(title: string): string {
  return title.startsWith(siteName) ? title : `${title} · ${siteName}`
}

/**
 * A member's own words with typographic apostrophes between letters. For display only: what is
 * stored and sent keeps the typed ones.
 */
export function setApostrophes(text: string): string {
  return text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
}

/** Text as the content of an HTML element or of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
