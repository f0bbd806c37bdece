/** The version of the deployed shell: git commit and hash of the sources. The build writes it beside its pages. */
export async function readShellVersion(env: Env): Promise<string> {
  const file = await readAsset(env, '/version.txt')
  return file.ok ? (await file.text()).trim() : 'unknown'
}

/** Reads a file of the build that is deployed with this worker. */
export function readAsset(env: Env, path: string): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, env.SITE_ORIGIN))
}
