import { matchesRoute } from '@encre/protocol/route-match'
import { shellName } from '@encre/releases/insight'
import { listReleases, readLiveRemotes } from '../registry/releases/live-remotes.ts'
import { shellRoutes } from '../registry/shells/shell-routes.ts'

/** Stands for the addresses that no route shows: an address itself is never stored. */
const unknownRoute = 'other'

export async function findRoute(
  env: Env,
  path: string,
): Promise<{ route: string; remote: string }> {
  if (shellRoutes.includes(path)) return { route: path, remote: shellName }
  for (const entry of (await readLiveRemotes(env)) ?? []) {
    const routes = listReleases(entry).flatMap((release) => release.routes)
    const route = routes.find((one) => matchesRoute(one, path))
    if (route) return { route: route.path, remote: entry.remote }
  }
  return { route: unknownRoute, remote: shellName }
}
