import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { describeOperations, listCommonOperations } from '@encre/worker/openapi'
import { createConfig, lintFromString } from '@redocly/openapi-core'

export async function findOpenApiFaults(): Promise<string[]> {
  const documents = [
    ...(await Promise.all(listFeatureWorkers().map(describeWorker))),
    await describeRegistry(),
  ]
  return (await Promise.all(documents.map(lint))).flat()
}

type Document = ReturnType<typeof describeOperations>

async function describeWorker(name: string): Promise<Document> {
  const contract = await import(join(root, 'workers', name, 'src/contract.ts'))
  return describeOperations(name, contract, listCommonOperations(name))
}

async function describeRegistry(): Promise<Document> {
  const contract = await import(join(root, 'shell/worker/registry/public-contract.ts'))
  return describeOperations('releases', contract)
}

/** The first path of two that match answers, and some operations only redirect. */
const config = createConfig({
  extends: ['recommended'],
  rules: { 'no-ambiguous-paths': 'off', 'operation-2xx-response': 'off' },
})

async function lint(document: Document): Promise<string[]> {
  const name = document.info.title
  const faults = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: `${name}.json`,
    config: await config,
  })
  return faults.map(
    ({ ruleId, message, location }) =>
      `${name}: ${message} (${ruleId}, ${location[0]?.pointer ?? ''})`,
  )
}
