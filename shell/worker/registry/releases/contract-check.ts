import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import type { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import { type Feature, findFeature } from '../../features/features.ts'

/** The reasons why a release cannot work with its feature's deployed worker. The worker ships before the remote that needs it. */
export async function findContractIncompatibilities(env: Env, { name, contract }: Release): Promise<string[]> {
  const feature = findFeature(env, name)
  if (!feature) return []
  try {
    const offered = await withTimeout(readContract(feature), dependencyTimeoutMs, `the contract of ${name}`)
    if (!contract) return [`it does not say what it needs of the deployed ${name} worker`]
    return findContractGaps(contract, offered).map((gap) => `the deployed ${name} worker does not fit: ${gap}`)
  } catch (error) {
    logError(error, { event: 'contract', feature: name })
    return [`the deployed ${name} worker does not say what it offers`]
  }
}

async function readContract({ name, worker }: Feature): Promise<ContractShape> {
  const response = await worker.fetch(`https://${name}/api/${name}/contract`)
  return z.parse(ContractShape, await response.json())
}
