import { installedChromium } from '@encre/releases/browser'
import { ExpectedError, parseWords, runCommand, say } from '../../lib/run-command.ts'
import { visitSite } from './visit-site.ts'

const usage = `npm run visit            opens the site as its own member, as a workflow does every 15 minutes
npm run visit -- --draw  generates and deletes one design too, as after each deploy; at most 8 a day

Needs ENCRE_ORIGIN, a Chromium, and the member's ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD.`

await runCommand(async () => {
  const { values } = parseWords(usage, { options: { draw: { type: 'boolean', default: false } } })
  const origin = process.env.ENCRE_ORIGIN
  const executablePath = installedChromium()
  if (!origin || !executablePath) throw new ExpectedError(usage)
  await visitSite({ origin, executablePath, draws: values.draw, say })
})
