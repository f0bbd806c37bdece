import { setTimeout as wait } from 'node:timers/promises'
import { ContractShape as ContractSchema, type ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import * as z from 'zod/mini'
import { ExpectedError } from '../lib/expected-error.ts'

/** The longest time until every place of Cloudflare's network knows a new version. */
export const versionTimeoutMs = 60_000
const attemptMs = 2_000

interface Version {
  origin: string
  worker: string
  /** The worker's name at Cloudflare. */
  name: string
  version: string
}

/**
 * Waits until one version of a worker is healthy, whatever share of the visitors it has: Cloudflare sends a request with the override to
 * exactly that version, also behind the shell. Throws with its last answer.
 */
export async function requireHealthyVersion(target: Version, fetchSite: typeof fetch, timeoutMs = versionTimeoutMs): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const last = await readHealth(target, fetchSite)
    if (last === 'ok') return
    if (Date.now() >= deadline) throw new ExpectedError(`${target.worker} ${target.version} is not healthy: ${last}`)
    await wait(Math.min(attemptMs, timeoutMs))
  }
}

/** Lists the parts of the released contract that this version of the worker no longer offers, one sentence each. */
export async function findMissingContract(target: Version, released: ContractShape, fetchSite: typeof fetch): Promise<string[]> {
  const response = await ask(target, 'contract', fetchSite)
  if (!response.ok) throw new ExpectedError(`The contract of ${target.worker} ${target.version} cannot be read: ${response.status}`)
  return findContractGaps(released, z.parse(ContractSchema, await response.json()))
}

async function readHealth(target: Version, fetchSite: typeof fetch): Promise<string> {
  try {
    const response = await ask(target, 'health', fetchSite)
    const text = await response.text()
    const answered = response.headers.get('worker-version')
    if (answered !== target.version) return `version ${answered || 'unknown'} has answered`
    return response.ok ? 'ok' : `${response.status}\n${text}`
  } catch (error) {
    return String(error)
  }
}

function ask({ origin, worker, name, version }: Version, resource: string, fetchSite: typeof fetch): Promise<Response> {
  const path = worker === 'shell' ? `/api/${resource}` : `/api/${worker}/${resource}`
  const headers = { 'Cloudflare-Workers-Version-Overrides': `${name}="${version}"` }
  return fetchSite(`${origin}${path}`, { headers, signal: AbortSignal.timeout(15_000) })
}
