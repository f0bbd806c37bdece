import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { ContractShape, describeContract, findContractGaps } from '@encre/protocol/contract-shape'
import { isOnThisMachine } from '@encre/protocol/network'
import * as z from 'zod/mini'

/** Pages that were built with `contract.released.json` are still open in browsers. */
export async function findContractBreaks(worker: string): Promise<string[]> {
  const released = readReleasedContract(worker)
  return released ? findContractGaps(released, await readContract(worker)) : []
}

export function readReleasedContract(worker: string): ContractShape | null {
  const path = join(root, pathOf(worker))
  return existsSync(path) ? z.parse(ContractShape, JSON.parse(readFileSync(path, 'utf8'))) : null
}

/** Null if it is unchanged or the site is on this machine, where no visitor has its pages open. */
export function saveReleasedContract(
  origin: string,
  worker: string,
  contract: ContractShape,
  tree = root,
): string | null {
  return isOnThisMachine(origin) ? null : writeReleasedContract(worker, contract, tree)
}

export function writeReleasedContract(
  worker: string,
  contract: ContractShape,
  tree = root,
): string | null {
  const path = join(tree, pathOf(worker))
  const text = `${JSON.stringify(contract, null, 2)}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return null
  writeFileSync(path, text)
  return pathOf(worker)
}

export async function readContract(worker: string): Promise<ContractShape> {
  return describeContract(await import(join(root, 'workers', worker, 'src/contract.ts')))
}

function pathOf(worker: string): string {
  return `workers/${worker}/contract.released.json`
}
