import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { listOperations } from '@encre/protocol/operation'
import { listCommonOperations } from '@encre/worker/openapi'
import { readPlainWords, runCommand } from './lib/run-command.ts'

const [feature] = readPlainWords('npm run routes [feature]    lists the routes of the workers', 1)

await runCommand(async () => {
  for (const name of listFeatureWorkers()) {
    if (feature && name !== feature) continue
    const contract = await import(join(root, 'workers', name, 'src/contract.ts'))
    const declared = listOperations(contract).map(([, operation]) => operation)
    const operations = [...declared, ...listCommonOperations(name)]
    operations.sort((one, other) => one.path.localeCompare(other.path))
    for (const { method, path, summary } of operations)
      console.log(`${method.padEnd(6)} ${path.padEnd(58)} ${summary}`)
  }
})
