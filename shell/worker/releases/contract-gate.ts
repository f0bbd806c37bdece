import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import type { Release } from '@encre/protocol/release'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import { patience, within } from '../deadline.ts'
import type { Feature } from '../features.ts'

const features: Record<string, Feature> = { generator: 'GENERATOR', gallery: 'GALLERY', account: 'ACCOUNT' }

/** Why a release cannot work with the worker of its feature that is deployed: the worker ships before what needs it. */
export async function findContractMisfits(env: Env, { name, contract }: Release): Promise<string[]> {
  const feature = Object.hasOwn(features, name) ? features[name] : undefined
  if (!feature) return []
  try {
    const answer = await within(patience, env[feature].fetch(new URL(`/api/${name}/contract`, env.SITE_ORIGIN)))
    const offered = z.parse(ContractShape, await within(patience, answer.json()))
    if (!contract) return [`it does not say what it needs of the deployed ${name} worker`]
    return findContractGaps(contract, offered).map((gap) => `the deployed ${name} worker does not fit: ${gap}`)
  } catch (error) {
    logError(error, { event: 'contract', feature: name })
    return [`the deployed ${name} worker does not say what it offers`]
  }
}
