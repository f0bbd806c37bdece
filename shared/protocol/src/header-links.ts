import type { HeaderLink, Route } from './release.ts'

/** A link to a remote's page in the site's header. */
export interface RemoteLink extends HeaderLink {
  path: string
}

/** The header links that these routes declare, in ascending `order`. */
export function listHeaderLinks(routes: Route[]): RemoteLink[] {
  return routes
    .flatMap(({ path, header }) => (header ? [{ ...header, path }] : []))
    .sort((one, other) => one.order - other.order || one.path.localeCompare(other.path))
}

/** A route for prerendering: the build does not know the remotes. `fillHeaderLinks` replaces its link when the page is served. */
export const placeholderRoute: Route = {
  path: '/header-link',
  access: 'public',
  lang: 'fr',
  title: 'header link',
  header: { label: 'header link', visitorLabel: 'header link', order: 0 },
}

const placeholder = new RegExp(`<a [^>]*href="${placeholderRoute.path}"[^>]*>.*?</a>`, 'gs')

/** A page that was prerendered for visitors, with the links that visitors see. Leaves any other page as it is. */
export function fillHeaderLinks(html: string, links: RemoteLink[]): string {
  return html.replace(placeholder, (link) =>
    links
      .map(({ path, visitorLabel }) =>
        visitorLabel ? link.replace(placeholderRoute.path, path).replace(placeholderRoute.title, () => escapeHtml(visitorLabel)) : '',
      )
      .join(''),
  )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
