import { shellRoutes } from './shell-routes.ts'

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

/** What the build wrote beside its pages: git commit and hash of the sources. */
export async function readShellVersion(env: Env): Promise<string> {
  const file = await readAsset(env, '/version.txt')
  return file.ok ? (await file.text()).trim() : 'unknown'
}

function readAsset(env: Env, path: string): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, env.SITE_ORIGIN))
}
