/** What the build wrote beside its pages: git commit and hash of the sources. */
export async function readShellVersion(env: Env): Promise<string> {
  const file = await readAsset(env, '/version.txt')
  return file.ok ? (await file.text()).trim() : 'unknown'
}

/** A file of the build that is deployed with this worker. */
export function readAsset(env: Env, path: string): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, env.SITE_ORIGIN))
}
