import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { keepSite } from './lib/keep-site.ts'
import { readPlainWords, runCommand } from './lib/run-command.ts'
import { readPort } from './lib/settings.ts'
import { startSite } from './lib/site.ts'
import { createStopSignal } from './lib/stop-signal.ts'

readPlainWords(`npm start    serves the site on http://localhost:8787, or on the port that PORT names`)
const started = performance.now()
const say = (sentence: string) => console.log(sentence)
const signal = createStopSignal()

await runCommand(
  async () => {
    const port = readPort(process.env)
    const site = await startSite({ port, dataFolder: join(root, '.data', String(port)), say, signal })
    say(`Ready in ${((performance.now() - started) / 1000).toFixed(1)} s. Logs: .data/${port}/*.log. Ctrl-C stops everything.`)
    say(`Encre: ${site.origin}`)
    await keepSite(site, signal)
  },
  { signal },
)
process.exit()
