import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { hmrBase, startDevProxy } from './dev-proxy.ts'
import { startHmrBuild } from './hmr-build.ts'

interface HmrOptions {
  port: number
  /** The origin of the site behind the dev proxy. */
  site: string
  /** The remotes to build for development: name -> folder. */
  remotes: Record<string, string>
  /** The shell's build listens here, each remote's on the next ones. */
  buildPort: number
}

/** Builds the shell and the given remotes for development and serves the site on `port` with these builds in place of the released ones. */
export async function startHmr({ port, site, remotes, buildPort }: HmrOptions): Promise<{ close(): Promise<void> }> {
  // @encre/build reads this: the remotes get Fast Refresh and a fixed version.
  process.env.ENCRE_DEV = '1'
  const shell = await startHmrBuild(join(root, 'shell'), buildPort, '/hmr/')
  const builds = await Promise.all(
    Object.entries(remotes).map(([name, folder], index) => startHmrBuild(folder, buildPort + 1 + index, hmrBase(name))),
  )
  const origins = Object.fromEntries(Object.keys(remotes).map((name, index) => [name, builds[index]?.origin ?? '']))
  const proxy = await startDevProxy({ port, site, shell: shell.origin, remotes: origins })
  return {
    async close() {
      proxy.close()
      await Promise.all([shell, ...builds].map((build) => build.close()))
    },
  }
}
