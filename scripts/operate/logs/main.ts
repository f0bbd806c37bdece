import { ExpectedError, parseWords, runCommand } from '../../lib/run-command.ts'
import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { listWorkerNames, readEnvironmentName } from '../deploy/environments.ts'
import { readLogs } from './read-logs.ts'

const usage = `npm run logs -- --request ID     the lines of one request, in every worker
npm run logs -- --version ID     the lines of one version of a worker
npm run logs -- --errors         the errors of every worker
  --hours 24                     how far back; Cloudflare keeps seven days
  --env staging                  another environment than production

To follow what comes: npx wrangler tail encre-gallery --search ID (or --version-id ID, --status error).`

await runCommand(
  async () => {
    const { values } = parseWords(usage, {
      options: {
        request: { type: 'string' },
        version: { type: 'string' },
        errors: { type: 'boolean', default: false },
        hours: { type: 'string', default: '24' },
        env: { type: 'string', default: 'production' },
      },
    })
    const environment = readEnvironmentName(values.env, usage)
    const hours = Number(values.hours)
    if ((!values.request && !values.version && !values.errors) || !(hours > 0))
      throw new ExpectedError(usage)
    const lines = await readLogs(readAccount(process.env), {
      ...values,
      names: listWorkerNames(environment),
      hours,
    })
    console.log(
      lines.join('\n') ||
        `No line in ${hours} hours. Below LOGGED_REQUESTS 1, only failures and slow requests have one.`,
    )
  },
  { explain: explainAccountError },
)
