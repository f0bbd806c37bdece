import { liveBase, startFront } from './front.ts'
import { startLiveBuild } from './live-builds.ts'

interface LiveOptions {
  port: number
  /** The site in front of which this stands. */
  site: string
  remotes: string[]
  /** The shell's build listens here, each remote's on the next ones. */
  buildPort: number
}

/** Builds the shell and these remotes for development and serves the site on `port` with them in place of what it has released. */
export async function startLive({ port, site, remotes, buildPort }: LiveOptions): Promise<{ close(): Promise<void> }> {
  // From here on rsbuild.shared.ts describes live remotes.
  process.env.ENCRE_DEV = '1'
  const shell = await startLiveBuild('shell', buildPort, '/live/')
  const builds = await Promise.all(remotes.map((name, index) => startLiveBuild(`remotes/${name}`, buildPort + 1 + index, liveBase(name))))
  const origins = Object.fromEntries(remotes.map((name, index) => [name, builds[index]?.origin ?? '']))
  const front = await startFront({ port, site, shell: shell.origin, remotes: origins })
  return {
    async close() {
      front.close()
      await Promise.all([shell, ...builds].map((build) => build.close()))
    },
  }
}
