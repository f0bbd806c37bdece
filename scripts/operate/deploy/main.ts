import { buildFolder } from '../../lib/build.ts'
import { runCommand, say } from '../../lib/run-command.ts'
import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { deployWorkers, migrateWorkers, planWorkers, rollbackWorker } from './deploy-worker.ts'
import {
  findWorker,
  planDeployment,
  planDeployments,
  readSettings,
  readWords,
} from './plan-deployment.ts'

await runCommand(
  async () => {
    const { workers, environment, isPlan, isRollback, isMigration, ...agreed } = readWords(
      process.argv.slice(2),
    )
    const settings = {
      ENCRE_ORIGIN: process.env.ENCRE_ORIGIN ?? '',
      ...readSettings(process.env, environment),
    }
    const readTools = () => ({
      ...agreed,
      account: readAccount(process.env),
      say,
      memberToken: process.env.ENCRE_MEMBER_TOKEN,
    })
    if (isRollback) {
      for (const worker of workers) {
        await rollbackWorker(findWorker(worker, environment, settings), isPlan, readTools())
      }
      return
    }
    if (isMigration) {
      const deployments = workers.map(
        (worker) => planDeployment(worker, environment, settings).deployment,
      )
      return migrateWorkers(deployments, readTools())
    }
    const deployments = planDeployments(workers, environment, settings)
    const tools = readTools()
    if (workers.includes('shell')) await buildFolder('shell')
    if (!isPlan) return deployWorkers(deployments, tools)
    await planWorkers(deployments, tools)
    say('Nothing has changed.')
  },
  { explain: explainAccountError },
)
