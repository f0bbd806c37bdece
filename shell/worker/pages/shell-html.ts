import { readAsset } from '../registry/shells/deployed-shell.ts'
import { shellRoutes } from '../registry/shells/shell-routes.ts'

/** Stands in built pages for the site's origin, which a build does not know. */
const builtOrigin = 'https://site.invalid'

/**
 * The page prerendered for a path (`about.html`; `home.html` for `/`) where the build has one, else the bare `index.html`. What is
 * prerendered has a visitor's header: whoever may be a member gets the bare one, so that nothing changes under their eyes.
 */
export async function readShellPage(env: Env, path: string, isVisitor: boolean): Promise<string> {
  const prerendered = isVisitor && shellRoutes.includes(path) ? readAsset(env, path === '/' ? '/home.html' : `${path}.html`) : null
  const [bare, own] = await Promise.all([readAsset(env, '/index.html'), prerendered])
  const html = await (own?.ok ? own : bare).text()
  return html.replaceAll(builtOrigin, () => env.SITE_ORIGIN)
}
