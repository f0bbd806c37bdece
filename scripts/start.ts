import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { readPort, SettingsError } from './lib/settings.ts'
import { startSite } from './lib/site.ts'

const started = performance.now()
const say = (sentence: string) => console.log(sentence)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
// If the parent process dies without a signal to this one, the parent id changes.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stopping.abort(), 500).unref()

try {
  const port = readPort(process.env)
  const dataFolder = join(root, '.data', String(port))
  const site = await startSite({ port, dataFolder, say, signal: stopping.signal })
  say(`Ready in ${((performance.now() - started) / 1000).toFixed(1)} s. Logs: .data/${port}/*.log. Ctrl-C stops everything.`)
  say(`Encre: ${site.origin}`)
  const reason = await Promise.race([
    site.broken,
    new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve())),
  ])
  await site.stop()
  if (reason && !stopping.signal.aborted) throw new Error(reason)
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}
process.exit()
