/**
 * What a token may call that has the role Workers Editor on one worker and Account Analytics Read:
 * https://developers.cloudflare.com/workers/authorization/workers, read on 28 November 2026.
 */
export function mayTeamCall(
  method: string,
  path: string,
  worker: string,
  scripts: ReadonlyMap<string, unknown>,
): boolean {
  if (path === '/analytics_engine/sql' || path === '/graphql' || path === '/tokens/verify')
    return true
  // Its session's token says whose files they are.
  if (path === '/workers/assets/upload') return true
  if (path === '/workers/scripts') return method === 'GET'
  const [, , kind = '', name] = path.split('/')
  const isOwn = ['scripts', 'services', 'workers'].includes(kind) && name === worker
  // An Editor "cannot create, delete, or rename" one, and a domain needs rights on its zone.
  const isOthers =
    method === 'DELETE' || (method === 'PATCH' && kind === 'workers') || path.includes('/domains/')
  return path.startsWith('/workers/') && isOwn && scripts.has(worker) && !isOthers
  // "Product-level Workers roles do not grant access to other Developer Platform products such as
  // R2, D1": nothing else.
}
