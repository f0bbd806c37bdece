import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { buildShell } from '../lib/build.ts'
import { runCommand } from '../lib/run-command.ts'
import { deployWorker, planWorker, rollbackWorker } from './deploy-worker.ts'
import { planDeployment, readSettings } from './plan-deployment.ts'
import { readWords } from './read-words.ts'

const say = (sentence: string) => console.log(sentence)

await runCommand(
  async () => {
    const { workers, environment, isPlan, isRollback } = readWords(process.argv.slice(2), process.env)
    const settings = readSettings(process.env)
    // All are planned before the first one changes anything.
    const deployments = workers.map((worker) => planDeployment(worker, environment, settings))
    const tools = { account: readAccount(process.env), say, fetchSite: fetch }
    if (workers.includes('shell')) await buildShell()
    for (const deployment of deployments) {
      if (isPlan) await planWorker(deployment, tools)
      else if (isRollback) await rollbackWorker(deployment, tools)
      else await deployWorker(deployment, tools)
      if (!isPlan) say(`${deployment.worker} is ${isRollback ? 'rolled back' : 'deployed'} (${environment})`)
    }
    if (isPlan) say('Nothing has changed.')
  },
  { explain: explainAccountError },
)
