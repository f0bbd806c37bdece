import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { readPort, SettingsError } from '../lib/settings.ts'
import { startSite } from '../lib/site.ts'

const say = (sentence: string) => console.log(sentence)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const remotes = listFeatures()
const [named] = process.argv.slice(2)
const built = named ? [named] : remotes
try {
  if (named && !remotes.includes(named)) throw new SettingsError(`There is no remote ${named}. The remotes: ${remotes.join(', ')}`)
  // A development build of a remote crashes at its first element if the page runs React's production build.
  if ((process.env.NODE_ENV ?? 'development') !== 'development') {
    throw new SettingsError(`NODE_ENV is ${process.env.NODE_ENV}, but npm run dev needs the development builds. Unset NODE_ENV.`)
  }
  const port = readPort(process.env)
  const innerPort = port + 2
  const dataFolder = join(root, '.data', String(port))
  const site = await startSite({ port, dataFolder, innerPort, say, signal: stopping.signal })
  say(`Building ${['the shell', ...built].join(', ')} for development ...`)
  const folders = Object.fromEntries(built.map((name) => [name, join(root, 'remotes', name)]))
  // Imported here because the build tool is slow to load and a refusal does not need it.
  const { startHmr } = await import('./hmr-server.ts')
  const server = await startHmr({ port, site: `http://localhost:${innerPort}`, remotes: folders, buildPort: port + 3 })
  const released = remotes.filter((name) => !built.includes(name))
  say(`HMR: shell, ${built.join(', ')}.${released.length > 0 ? ` As released: ${released.join(', ')}.` : ''} Workers reload by themselves.`)
  say(`Encre: http://localhost:${port}`)

  const reason = await Promise.race([
    site.broken,
    new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve())),
  ])
  await server.close()
  await site.stop()
  if (reason && !stopping.signal.aborted) throw new Error(reason)
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}
process.exit()
