import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { createStopSignal, readPlainWords, runCommand, say } from './lib/run-command.ts'
import { readPort } from './lib/settings.ts'
import { keepSite, startSite } from './lib/site.ts'

readPlainWords(
  `npm start    serves the site on http://localhost:8787, or on the port that PORT names`,
)
const started = performance.now()
const signal = createStopSignal()

await runCommand(
  async () => {
    const port = readPort(process.env)
    const site = await startSite({
      port,
      dataFolder: join(root, '.data', String(port)),
      say,
      signal,
    })
    say(
      `Ready in ${((performance.now() - started) / 1000).toFixed(1)} s. Logs: .data/${port}/*.log. Ctrl-C stops everything.`,
    )
    for (const sentence of nextSteps(site.origin, port)) {
      say(sentence)
    }
    await keepSite(site, signal)
  },
  { signal },
)
process.exit()

/** The site's address is the last line of the start. */
function nextSteps(origin: string, port: number): string[] {
  const isEmbedded = !process.env.AUTH0_DOMAIN
  return [
    '',
    `1. Open ${origin} and press "Commencer à créer".`,
    isEmbedded
      ? '2. Press "Créer un compte" and sign up with any email: no mail is sent.'
      : `2. Sign in with an account of ${process.env.AUTH0_DOMAIN}.`,
    '3. Describe a tattoo and press "Générer": the design is saved in your gallery.',
    ...(isEmbedded
      ? [`A forgotten password's mail arrives at http://localhost:${port + 1}/mailbox.`]
      : []),
    '',
    `Encre: ${origin}`,
  ]
}
