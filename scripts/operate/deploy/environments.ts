import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import * as z from 'zod'
import { readChoice } from '../../lib/run-command.ts'

export const environments = ['staging', 'production'] as const
/** A pull request's site has staging's settings, and workers, databases and buckets of its own. */
export type PullRequest = `pr-${number}`
export type LastingEnvironment = (typeof environments)[number]
/** Where a backup is tried: as a pull request's site, but nothing is ever deployed there. */
export const drill = 'drill'
type Removable = PullRequest | typeof drill
export type Environment = LastingEnvironment | Removable

export const isPullRequest = (environment = ''): environment is PullRequest =>
  /^pr-[1-9]\d*$/.test(environment)
export const isRemovable = (environment: Environment): environment is Removable =>
  environment === drill || isPullRequest(environment)

/** What `--env` names: a site with workers. */
export const readEnvironmentName = (value: string | undefined, usage: string) =>
  isPullRequest(value) ? value : readChoice('--env', value, environments, usage)

/** As `readEnvironmentName`, or the drill's, which has data alone. */
export const readSiteName = (value: string | undefined, usage: string): Environment =>
  value === drill ? value : readEnvironmentName(value, usage)

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
    enabled: z.boolean(),
    redact_query_string: z.boolean(),
    logs: z.looseObject({ enabled: z.boolean(), invocation_logs: z.boolean() }),
    traces: z.optional(z.looseObject({ enabled: z.boolean() })),
  }),
  routes: z.optional(z.array(z.looseObject({ pattern: z.string() }))),
})
export type WorkerConfig = z.infer<typeof WorkerConfig>

const RawConfig = z.looseObject({
  services: z.optional(z.array(z.looseObject({ service: z.string() }))),
  env: z.looseObject({ staging: z.looseObject({}), production: z.looseObject({}) }),
})

/**
 * Reads a worker's configuration for one environment. An environment repeats the bindings and
 * inherits the other keys, as in wrangler.
 */
export function readEnvironment(worker: string, environment: Environment): WorkerConfig {
  const { env, ...inherited } = readConfig(worker)
  if (!isRemovable(environment)) return z.parse(WorkerConfig, { ...inherited, ...env[environment] })
  const renamed = renameStaging(env.staging, environment)
  const config = z.parse(WorkerConfig, { ...inherited, ...renamed })
  // Only `npm run provision` knows it.
  const Own = WorkerConfig.pick({ d1_databases: true }).partial()
  const [own] = z.parse(Own, env[environment] ?? {}).d1_databases ?? []
  const [database] = config.d1_databases
  return { ...config, d1_databases: [{ ...database, database_id: own?.database_id }] }
}

/** Staging's bindings under names of its own. */
function renameStaging(staging: object, environment: Removable): object {
  const text = JSON.stringify(staging)
    .replaceAll(/([-_])staging"/g, (_, joint) => `${joint}${environment.replace('-', joint)}"`)
    // A limiter counts for all workers of the account that name it.
    .replaceAll(/("namespace_id":"\d+)"/g, `$1${environment.replace(/\D+/, '') || '0'}"`)
  return JSON.parse(text)
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

/** The names of a site's workers, as deployed. */
export const listWorkerNames = (environment: Environment): string[] =>
  listDeployedWorkers().map((worker) => readEnvironment(worker, environment).name)

export function folderOf(worker: string): string {
  return worker === 'shell' ? 'shell' : `workers/${worker}`
}

/** A worker's `wrangler.jsonc`. */
export function readConfig(worker: string) {
  return z.parse(
    RawConfig,
    parse(readFileSync(join(root, folderOf(worker), 'wrangler.jsonc'), 'utf8')),
  )
}
