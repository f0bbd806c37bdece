import { listPublicFeatures } from './features/features.ts'
import { settingsOf } from './settings.ts'
import type { SiteContext } from './site-env.ts'

/** `/.well-known/api-catalog`: where each public feature's OpenAPI document is (RFC 9727). */
export function apiCatalog(c: SiteContext): Response {
  const names = [...listPublicFeatures(c.env).map(({ name }) => name), 'releases']
  const linkset = names.map((name) => {
    const anchor = `${settingsOf(c.env).origin}/api/${name}`
    return {
      anchor,
      'service-desc': [{ href: `${anchor}/openapi.json`, type: 'application/json' }],
    }
  })
  return c.body(JSON.stringify({ linkset }), 200, {
    'Content-Type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  })
}
