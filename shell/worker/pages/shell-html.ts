import { shellRoutes } from './shell-routes.ts'

export interface ShellPage {
  html: string
  version: string
}

/** The page prerendered for a path (`about.html`; `home.html` for `/`) where the build has one, else the bare `index.html`. */
export async function readShellPage(env: Env, path: string): Promise<ShellPage> {
  const prerendered = shellRoutes.includes(path) ? readAsset(env, path === '/' ? '/home.html' : `${path}.html`) : null
  const [bare, own] = await Promise.all([readAsset(env, '/index.html'), prerendered])
  return { version: versionOf(bare), html: await (own?.ok ? own : bare).text() }
}

/** Another build of the shell has another. */
export async function readShellVersion(env: Env): Promise<string> {
  return versionOf(await readAsset(env, '/index.html', 'HEAD'))
}

function versionOf(page: Response): string {
  return (page.headers.get('etag') ?? '').replace(/[^a-zA-Z0-9]/g, '').slice(0, 12)
}

function readAsset(env: Env, path: string, method = 'GET'): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, env.SITE_ORIGIN), { method })
}
