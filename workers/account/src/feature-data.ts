import type { MemberData } from '@encre/protocol/member-data'
import type { Bindings } from './bindings.ts'

/** A feature's worker that stores something of members. `name` is its binding. */
export interface FeatureData {
  name: string
  data: MemberData
}

// The runtime may add its own bindings, with names such as `__NAME`.
const bindingPattern = /^[A-Z][A-Z0-9_]*$/

/** Every service binding, the generator first: a running generation would save its design after the gallery was erased. */
export function listFeatureData(env: Bindings): FeatureData[] {
  return Object.entries(env)
    .flatMap(([name, binding]) => (isFeatureData(name, binding) ? [{ name, data: binding }] : []))
    .sort((one, other) => Number(other.name === 'LEDGER') - Number(one.name === 'LEDGER') || one.name.localeCompare(other.name))
}

/** Only services have `fetch`. Their methods cannot be checked: a service seems to have every method until one is called. */
function isFeatureData(name: string, binding: unknown): binding is MemberData {
  if (!bindingPattern.test(name)) return false
  return typeof binding === 'object' && binding !== null && 'fetch' in binding && typeof binding.fetch === 'function'
}
