import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remotes } from './build.ts'
import { startLive } from './dev/live.ts'
import { readPort, SettingsError } from './settings.ts'
import { startSite } from './site.ts'
import { root } from './version.ts'

const say = (sentence: string) => console.log(sentence)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const [named] = process.argv.slice(2)
const live = named ? [named] : remotes
try {
  if (named && !remotes.includes(named)) throw new SettingsError(`There is no remote ${named}. The remotes: ${remotes.join(', ')}`)
  // React's production build in the page, a development build in the remote: the page would die at its first element.
  if ((process.env.NODE_ENV ?? 'development') !== 'development') {
    throw new SettingsError(
      `NODE_ENV is ${process.env.NODE_ENV}, and a live remote crashes in a page that is not built for development. Unset it.`,
    )
  }
  const port = readPort(process.env)
  const innerPort = port + 2
  const dataFolder = join(root, '.data', String(port))
  const site = await startSite({ port, dataFolder, innerPort, say, signal: stopping.signal })
  const pidFile = join(dataFolder, 'running.pid')
  writeFileSync(pidFile, String(process.pid))
  say(`Building ${['the shell', ...live].join(', ')} for development ...`)
  const front = await startLive({ port, site: `http://localhost:${innerPort}`, remotes: live, buildPort: port + 3 })
  const released = remotes.filter((name) => !live.includes(name))
  say(`Live: shell, ${live.join(', ')}.${released.length > 0 ? ` As released: ${released.join(', ')}.` : ''} Workers reload by themselves.`)
  say(`Encre: http://localhost:${port}`)

  const reason = await Promise.race([
    site.broken,
    new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve())),
  ])
  await front.close()
  await site.stop()
  rmSync(pidFile, { force: true })
  if (reason && !stopping.signal.aborted) throw new Error(reason)
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}
process.exit()
