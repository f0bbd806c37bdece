import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { buildShell } from '../lib/build.ts'
import { runWrangler } from '../lib/processes.ts'
import { SettingsError } from '../lib/settings.ts'
import { type Deployment, planDeployment, readSettings } from './plan-deployment.ts'

const usage = `npm run deploy <worker>      ${['shell', ...listFeatureWorkers()].join(', ')}

Applies the worker's migrations, then deploys it. ENCRE_SETTINGS holds its settings as JSON: docs/operations.md.`

async function deploy(worker: string): Promise<void> {
  const deployment = planDeployment(worker, 'production', readSettings(process.env))
  if (worker === 'shell') await buildShell()
  const config = join(root, deployment.folder, 'wrangler.deployed.json')
  const scratch = mkdtempSync(join(tmpdir(), 'encre-deploy-'))
  try {
    writeFileSync(config, JSON.stringify(deployment.config, null, 2))
    await runWrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config])
    await runWrangler(['deploy', '--config', config, ...secretWords(deployment, scratch)])
  } finally {
    rmSync(config, { force: true })
    rmSync(scratch, { recursive: true })
  }
}

/** Passes secrets in a file, because other users can read the arguments of a process. */
function secretWords({ secrets }: Deployment, scratch: string): string[] {
  if (Object.keys(secrets).length === 0) return []
  const path = join(scratch, 'secrets.json')
  writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
  return ['--secrets-file', path]
}

try {
  const [worker, ...rest] = process.argv.slice(2)
  if (!worker || rest.length > 0) throw new SettingsError(usage)
  await deploy(worker)
  console.log(`${worker} is deployed`)
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}
