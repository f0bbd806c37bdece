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
  // "Creating new Workers requires product-level Admin access": an Editor creates and deletes none.
  return path.startsWith('/workers/') && isOwn && scripts.has(worker) && method !== 'DELETE'
  // "Product-level Workers roles do not grant access to other Developer Platform products such as
  // R2, D1": nothing else.
}
