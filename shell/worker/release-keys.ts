/** R2 keys of the bucket `encre-releases`. */
export function versionPrefix(remote: string, version: string): string {
  return `remotes/${remote}/${version}/`
}

export function fileKey(remote: string, version: string, path: string): string {
  return `${versionPrefix(remote, version)}${path}`
}

/** The registry as it was last read whole, for an isolate that finds the database gone. */
export const lastGoodKey = 'registry/last-good.json'
