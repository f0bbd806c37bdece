import type { HeaderLink, Route } from '@encre/protocol/release'

/**
 * The links of releases that were built before `release.json` could declare them.
 * Remove them once no channel points to such a release: every `header` of these three routes is then in the registry.
 */
const undeclaredLinks: Partial<Record<string, HeaderLink>> = {
  '/generator': { label: 'Créer', order: 10 },
  '/gallery': { label: 'Mes Designs', visitorLabel: 'Galerie', order: 20 },
  '/dashboard': { label: 'Tableau de bord', order: 30 },
}

/** The routes of a release, each with its link in the site's header. */
export function addHeaderLinks(routes: Route[]): Route[] {
  return routes.map((route) => {
    const header = route.header ?? undeclaredLinks[route.path]
    return header ? { ...route, header } : route
  })
}
