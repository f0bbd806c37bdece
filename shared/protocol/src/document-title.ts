const siteName = 'Encre'

/** The document's title: the page's own, then the site's name unless the title starts with it. */
export function documentTitle(title: string): string {
  return title.startsWith(siteName) ? title : `${title} · ${siteName}`
}
