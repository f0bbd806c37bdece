import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { ContractShape, describeContract, findContractGaps } from '@encre/protocol/contract-shape'
import * as z from 'zod/mini'
import { isOnThisMachine } from './loopback.ts'

/**
 * Whether a worker's contract only grew since its last release: pages that were built with `contract.released.json` are open in
 * somebody's browser. A sentence for each removal or narrowing.
 */
export async function findBrokenPromises(worker: string): Promise<string[]> {
  const released = z.parse(ContractShape, JSON.parse(readFileSync(join(root, pathOf(worker)), 'utf8')))
  return findContractGaps(released, await readContract(worker))
}

/**
 * Keeps what the pages of a release rely on from now on, in the tree `folder`, and answers the file to be committed; null where it is no
 * news, and for a site on this machine, whose pages are nobody's.
 */
export function keepContract(origin: string, worker: string, contract: ContractShape, folder = root): string | null {
  const path = join(folder, pathOf(worker))
  const text = `${JSON.stringify(contract, null, 2)}\n`
  if (isOnThisMachine(origin) || readFileSync(path, 'utf8') === text) return null
  writeFileSync(path, text)
  return pathOf(worker)
}

export async function readContract(worker: string): Promise<ContractShape> {
  return describeContract(await import(join(root, 'workers', worker, 'src/contract.ts')))
}

function pathOf(worker: string): string {
  return `workers/${worker}/contract.released.json`
}
