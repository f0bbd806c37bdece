export function remotePrefix(remote: string): string {
  return `remotes/${remote}/`
}

export function versionPrefix(remote: string, version: string): string {
  return `${remotePrefix(remote)}${version}/`
}

export function fileKey(remote: string, version: string, path: string): string {
  return `${versionPrefix(remote, version)}${path}`
}

/** The shell's files have no version in their keys: their names contain a hash of their content. */
export const shellPrefix = 'shell/'

export function shellFileKey(path: string): string {
  return `${shellPrefix}${path}`
}

export function remoteMapsPrefix(remote: string): string {
  return `maps/${remotePrefix(remote)}`
}

export function versionMapsPrefix(remote: string, version: string): string {
  return `${remoteMapsPrefix(remote)}${version}/`
}

export const shellMapsPrefix = `maps/${shellPrefix}`

/**
 * The last complete copy of the live remotes, for an isolate that starts while the database is
 * down.
 */
export const lastGoodKey = 'registry/last-good.json'

export function isHashedFile(path: string): boolean {
  return /^\/static\/[A-Za-z0-9._/-]+\.[0-9a-f]{8,}\.[a-z0-9.]+$/.test(path) && !path.includes('..')
}
