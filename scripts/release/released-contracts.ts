import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ContractShape, describeContract, findContractGaps } from '@encre/protocol/contract-shape'
import * as z from 'zod/mini'
import { root } from '../version.ts'

/**
 * Whether a worker's contract only grew since its last release: pages that were built with `contract.released.json` are open in
 * somebody's browser. A sentence for each removal or narrowing.
 */
export async function findBrokenPromises(worker: string): Promise<string[]> {
  const released = z.parse(ContractShape, JSON.parse(readFileSync(pathOf(worker), 'utf8')))
  return findContractGaps(released, await readContract(worker))
}

/** Keeps what the pages of a release rely on from now on. True when that is news, to be committed. */
export function keepContract(worker: string, contract: ContractShape): boolean {
  const text = `${JSON.stringify(contract, null, 2)}\n`
  if (readFileSync(pathOf(worker), 'utf8') === text) return false
  writeFileSync(pathOf(worker), text)
  return true
}

export async function readContract(worker: string): Promise<ContractShape> {
  return describeContract(await import(join(root, 'workers', worker, 'src/contract.ts')))
}

function pathOf(worker: string): string {
  return join(root, 'workers', worker, 'contract.released.json')
}
