import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { describeOperations } from '@encre/worker/operations'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

export async function findOpenApiFaults(): Promise<string[]> {
  const documents = [...(await Promise.all(listFeatureWorkers().map(describeWorker))), await describeRegistry()]
  return (await Promise.all(documents.map(lint))).flat()
}

type Document = ReturnType<typeof describeOperations>

async function describeWorker(name: string): Promise<Document> {
  const folder = join(root, 'workers', name, 'src')
  const [contract, { operations }] = await Promise.all([import(join(folder, 'contract.ts')), import(join(folder, 'operations.ts'))])
  return describeOperations(name, contract, operations)
}

async function describeRegistry(): Promise<Document> {
  const { publicContract, publicOperations } = await import(join(root, 'shell/worker/registry/operations.ts'))
  return describeOperations('releases', publicContract, publicOperations)
}

/** Two of Redocly's rules are off: the first path of two that match answers, and Spectral judges the operations that only redirect. */
const redocly = createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off', 'operation-2xx-response': 'off' } })
const spectral = new Spectral()
// Its own type does not fit its own parameter.
spectral.setRuleset({ extends: [oas as RulesetDefinition] })

export async function lint(document: Document): Promise<string[]> {
  const name = document.info.title
  const source = JSON.stringify(document)
  const [ofSpectral, ofRedocly] = await Promise.all([
    spectral.run(source),
    lintFromString({ source, absoluteRef: `${name}.json`, config: await redocly }),
  ])
  return [
    ...ofSpectral.map(({ code, message, path }) => `${name}: ${message} (Spectral ${code}, ${path.join('.')})`),
    ...ofRedocly.map(({ ruleId, message, location }) => `${name}: ${message} (Redocly ${ruleId}, ${location[0]?.pointer ?? ''})`),
  ]
}
