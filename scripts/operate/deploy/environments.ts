import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import * as z from 'zod'

export const environments = ['staging', 'production'] as const
export type Environment = (typeof environments)[number]

/** The value of a setting in `wrangler.jsonc` that each deployed site must be given. */
export const requiredValue = 'required'

const Database = z.looseObject({
  binding: z.string(),
  database_name: z.string(),
  database_id: z.optional(z.string()),
})

/** The parts of a `wrangler.jsonc` that differ between a local and a deployed site. */
const WorkerConfig = z.looseObject({
  name: z.string(),
  vars: z.record(z.string(), z.string()),
  secrets: z.object({ required: z.array(z.string()) }),
  d1_databases: z.tuple([Database]),
  r2_buckets: z.optional(
    z.array(
      z.looseObject({
        binding: z.string(),
        bucket_name: z.string(),
        jurisdiction: z.optional(z.enum(['eu', 'fedramp'])),
      }),
    ),
  ),
  /** Without it a deploy cannot judge its answers. */
  analytics_engine_datasets: z.tuple([z.looseObject({ dataset: z.string() })]),
  observability: z.looseObject({
    redact_query_string: z.boolean(),
    logs: z.looseObject({}),
    traces: z.optional(z.looseObject({ enabled: z.boolean() })),
  }),
  routes: z.optional(z.array(z.looseObject({ pattern: z.string() }))),
})
export type WorkerConfig = z.infer<typeof WorkerConfig>

const RawConfig = z.looseObject({
  services: z.optional(z.array(z.looseObject({ service: z.string() }))),
  env: z.object({ staging: z.looseObject({}), production: z.looseObject({}) }),
})

/**
 * Reads a worker's configuration for one environment. An environment repeats the bindings and
 * inherits the other keys, as in wrangler.
 */
export function readEnvironment(worker: string, environment: Environment): WorkerConfig {
  const { env, ...inherited } = readConfig(worker)
  return z.parse(WorkerConfig, { ...inherited, ...env[environment] })
}

/**
 * Lists the deployed workers in the order of their first deploy: a worker follows those that it
 * binds to.
 */
export function listDeployedWorkers(): string[] {
  const workers = [...listFeatureWorkers(), 'shell']
  const ordered: string[] = []
  const visit = (worker: string) => {
    for (const { service } of readConfig(worker).services ?? []) {
      const other = service.replace(/^encre-/, '')
      // A worker of another repository is deployed from there.
      if (workers.includes(other) && !ordered.includes(other)) visit(other)
    }
    if (!ordered.includes(worker)) ordered.push(worker)
  }
  for (const worker of workers) {
    visit(worker)
  }
  return ordered
}

export function folderOf(worker: string): string {
  return worker === 'shell' ? 'shell' : `workers/${worker}`
}

function readConfig(worker: string) {
  return z.parse(
    RawConfig,
    parse(readFileSync(join(root, folderOf(worker), 'wrangler.jsonc'), 'utf8')),
  )
}
