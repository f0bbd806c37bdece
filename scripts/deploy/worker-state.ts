import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { APIError } from 'cloudflare'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import type { Deployment } from './plan-deployment.ts'

/** What runs at Cloudflare before a deployment. */
export interface WorkerState {
  /** Null before the first deployment. */
  liveVersion: string | null
  /** The live version before that one. */
  previousVersion: string | null
  secrets: string[]
  vars: Record<string, string>
  /** The last Durable Object migration that the worker has. */
  migrationTag: string | null
}

const Deployments = z.looseObject({
  result: z.looseObject({
    deployments: z.array(z.looseObject({ versions: z.array(z.looseObject({ version_id: z.string(), percentage: z.number() })) })),
  }),
})

const Settings = z.looseObject({
  result: z.looseObject({
    bindings: z.array(z.looseObject({ type: z.string(), name: z.string(), text: z.optional(z.string()) })),
  }),
})

/** Reads the state of a worker. Changes nothing. */
export async function readWorkerState({ client, id }: Account, name: string): Promise<WorkerState> {
  try {
    const account = { account_id: id }
    const live: (string | null)[] = []
    // The SDK expects a list of pages here, and the API answers one object.
    const answer = await client.get(`/accounts/${id}/workers/scripts/${name}/deployments`)
    for (const { versions } of z.parse(Deployments, answer).result.deployments) {
      live.push(versions.find(({ percentage }) => percentage === 100)?.version_id ?? null)
    }
    const [liveVersion = null] = live.filter((version) => version !== null)
    const secrets: string[] = []
    for await (const secret of client.workers.scripts.secrets.list(name, account)) if (secret.name) secrets.push(secret.name)
    let migrationTag: string | null = null
    for await (const script of client.workers.scripts.list(account)) if (script.id === name) migrationTag = script.migration_tag ?? null
    const previousVersion = live.find((version) => version !== null && version !== liveVersion) ?? null
    const settings = z.parse(Settings, await client.get(`/accounts/${id}/workers/scripts/${name}/settings`))
    const vars = Object.fromEntries(
      settings.result.bindings.flatMap(({ type, name: setting, text }) => (type === 'plain_text' ? [[setting, text ?? '']] : [])),
    )
    return { liveVersion, previousVersion, secrets, vars, migrationTag }
  } catch (error) {
    if (error instanceof APIError && error.status === 404)
      return { liveVersion: null, previousVersion: null, secrets: [], vars: {}, migrationTag: null }
    throw error
  }
}

/** Throws a sentence if a required secret is neither on the worker nor given, or if `DATABASE_ID` is another database's. */
export async function requireDeployable({ client, id }: Account, deployment: Deployment, state: WorkerState): Promise<void> {
  const { worker, config, secrets, database } = deployment
  const missing = config.secrets.required.filter((name) => !state.secrets.includes(name) && !secrets[name])
  if (missing.length > 0) {
    throw new ExpectedError(`${worker} is not deployed, nothing has changed: these secrets are missing: ${missing.join(', ')}`)
  }
  const found = await orNull(client.d1.database.get(database.id, { account_id: id }))
  if (found?.name !== database.name) {
    const other = found ? `the id of ${found.name}` : 'no database of the account'
    throw new ExpectedError(`${worker} is not deployed, nothing has changed: DATABASE_ID is ${other}, and ${database.name} is needed`)
  }
  for (const { bucket_name, jurisdiction } of config.r2_buckets ?? []) {
    // wrangler would create it, without its jurisdiction.
    const bucket = await orNull(
      client.r2.buckets.get(bucket_name, { account_id: id, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) }),
    )
    if (!bucket) {
      const command = `npm run provision -- --env ${deployment.environment}`
      throw new ExpectedError(`${worker} is not deployed, nothing has changed: the bucket ${bucket_name} is missing. Create it: ${command}`)
    }
  }
}

async function orNull<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof APIError && error.status === 404) return null
    throw error
  }
}

/** Whether the deployment changes Durable Object classes. Such a version cannot go out gradually. */
export function hasPendingClassMigration({ config }: Deployment, { liveVersion, migrationTag }: WorkerState): boolean {
  const newest = config.migrations?.at(-1)?.tag ?? null
  return liveVersion !== null && newest !== null && newest !== migrationTag
}

/** Lists the migrations that the deployed database lacks. Reads only: wrangler's own list creates a table. */
export async function listPendingMigrations({ client, id }: Account, { folder, database }: Deployment): Promise<string[]> {
  const select = async (sql: string) => {
    const names: string[] = []
    for await (const { results = [] } of client.d1.database.query(database.id, { account_id: id, sql })) {
      names.push(...z.parse(z.array(z.looseObject({ name: z.string() })), results).map(({ name }) => name))
    }
    return names
  }
  const hasList = await select("select name from sqlite_master where type = 'table' and name = 'd1_migrations'")
  const applied = hasList.length > 0 ? await select('select name from d1_migrations') : []
  const files = readdirSync(join(root, folder, 'migrations')).filter((name) => name.endsWith('.sql'))
  return files.filter((name) => !applied.includes(name)).sort()
}
