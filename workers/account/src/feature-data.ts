import type { MemberData } from '@encre/protocol/member-data'
import { features } from '@encre/worker/features'
import type { Bindings } from './bindings.ts'

/** A feature's worker that stores something of members. `name` is its binding. */
export interface FeatureData {
  name: string
  data: MemberData
}

/** In the order of erasures. */
export function listFeatureData(env: Bindings): FeatureData[] {
  return features.flatMap(({ memberData }) => (memberData ? [bind(env, memberData)] : []))
}

type Binding = NonNullable<(typeof features)[number]['memberData']>

/** A row whose binding is missing in an environment of `wrangler.jsonc` is a type error here. */
function bind(env: Bindings, name: Binding): FeatureData {
  const service: MemberData | Fetcher = env[name]
  // wrangler does not know the methods of another worker's entrypoint.
  return { name, data: service as MemberData }
}
