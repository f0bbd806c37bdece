import { readAsset } from '../registry/shells/deployed-shell.ts'
import { shellRoutes } from '../registry/shells/shell-routes.ts'

/** Built pages contain this origin, because the build does not know the site's. */
const builtOrigin = 'https://site.invalid'

/**
 * Reads the page that the build prerendered for a path (`about.html`; `home.html` for `/`), or `index.html`. Prerendered pages have the
 * header of a visitor, so a browser that may be signed in gets `index.html`: its header does not change after the first paint.
 */
export async function readShellPage(env: Env, path: string, isVisitor: boolean): Promise<string> {
  const prerendered = isVisitor && shellRoutes.includes(path) ? readAsset(env, path === '/' ? '/home.html' : `${path}.html`) : null
  const [index, own] = await Promise.all([readAsset(env, '/index.html'), prerendered])
  const html = await (own?.ok ? own : index).text()
  return html.replaceAll(builtOrigin, () => env.SITE_ORIGIN)
}
