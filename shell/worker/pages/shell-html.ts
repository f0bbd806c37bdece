import { shellRoutes } from './shell-routes.ts'

/** The page prerendered for a path (`about.html`; `home.html` for `/`) where the build has one, else the bare `index.html`. */
export async function readShellPage(env: Env, path: string): Promise<string> {
  const prerendered = shellRoutes.includes(path) ? readAsset(env, path === '/' ? '/home.html' : `${path}.html`) : null
  const [bare, own] = await Promise.all([readAsset(env, '/index.html'), prerendered])
  return (own?.ok ? own : bare).text()
}

/** What the build wrote beside its pages: git commit and hash of the sources. */
export async function readShellVersion(env: Env): Promise<string> {
  const file = await readAsset(env, '/version.txt')
  return file.ok ? (await file.text()).trim() : 'unknown'
}

function readAsset(env: Env, path: string): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, env.SITE_ORIGIN))
}
