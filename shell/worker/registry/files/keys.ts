/** R2 keys of the bucket `encre-releases`. */
export function remotePrefix(remote: string): string {
  return `remotes/${remote}/`
}

export function versionPrefix(remote: string, version: string): string {
  return `${remotePrefix(remote)}${version}/`
}

export function fileKey(remote: string, version: string, path: string): string {
  return `${versionPrefix(remote, version)}${path}`
}

/** The shell's own files have their content in their names: no version tells them apart. */
export const shellPrefix = 'shell/'

export function shellFileKey(path: string): string {
  return `${shellPrefix}${path}`
}

/** The registry as it was last read whole, for an isolate that finds the database gone. */
export const lastGoodKey = 'registry/last-good.json'
