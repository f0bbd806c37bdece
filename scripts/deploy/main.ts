import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { buildShell } from '../lib/build.ts'
import { runCommand } from '../lib/run-command.ts'
import { deployWorker, planWorker, rollbackWorker } from './deploy-worker.ts'
import { findWorker, planDeployment, readSettings } from './plan-deployment.ts'
import { readWords } from './read-words.ts'

const say = (sentence: string) => console.log(sentence)

await runCommand(
  async () => {
    const { workers, environment, isPlan, isRollback } = readWords(process.argv.slice(2), process.env)
    const settings = { ENCRE_ORIGIN: process.env.ENCRE_ORIGIN ?? '', ...readSettings(process.env) }
    if (isRollback && !isPlan) {
      const found = workers.map((worker) => findWorker(worker, environment, settings))
      const tools = readTools()
      for (const worker of found) {
        await rollbackWorker(worker, tools)
        say(`${worker.worker} is rolled back (${environment})`)
      }
      return
    }
    // All are planned before the first one changes anything.
    const deployments = workers.map((worker) => planDeployment(worker, environment, settings))
    const tools = readTools()
    if (workers.includes('shell')) await buildShell()
    for (const deployment of deployments) {
      if (isPlan) await planWorker(deployment, tools)
      else await deployWorker(deployment, tools)
      if (!isPlan) say(`${deployment.worker} is deployed (${environment})`)
    }
    if (isPlan) say('Nothing has changed.')
  },
  { explain: explainAccountError },
)

function readTools() {
  return { account: readAccount(process.env), say, fetchSite: fetch }
}
