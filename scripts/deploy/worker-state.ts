import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import { type Account, orNull } from '../cloudflare/account.ts'
import { ExpectedError } from '../lib/run-command.ts'
import type { Deployment } from './plan-deployment.ts'

export interface WorkerState {
  liveVersion: string | null
  secrets: string[]
  migrationTag: string | null
}

const Deployments = z.looseObject({
  result: z.looseObject({
    deployments: z.array(z.looseObject({ versions: z.array(z.looseObject({ version_id: z.string(), percentage: z.number() })) })),
  }),
})

const Version = z.looseObject({ result: z.looseObject({ annotations: z.optional(z.record(z.string(), z.unknown())) }) })

export async function readWorkerState(account: Account, name: string): Promise<WorkerState> {
  const { client, id } = account
  const { live } = await findLiveVersion(account, name)
  const state: WorkerState = { liveVersion: live, secrets: [], migrationTag: null }
  if (!live) return state
  for await (const secret of client.workers.scripts.secrets.list(name, { account_id: id })) if (secret.name) state.secrets.push(secret.name)
  for await (const script of client.workers.scripts.list({ account_id: id })) {
    if (script.id === name) state.migrationTag = script.migration_tag ?? null
  }
  return state
}

/**
 * Finds `live`, the version that everyone got last, and `cut`, the version that an interrupted deploy shares with it. Both are null before
 * the first deployment. Cloudflare lists ten deployments. If all are shared, the message of `cut` names the live version.
 */
export async function findLiveVersion(account: Account, name: string): Promise<{ live: string | null; cut: string | null }> {
  // The SDK expects a list of pages here, and the API answers one object.
  const answer = await orNull(account.client.get(`/accounts/${account.id}/workers/scripts/${name}/deployments`))
  const deployments = answer ? z.parse(Deployments, answer).result.deployments : []
  const newest = (deployments[0]?.versions ?? []).map((version) => version.version_id)
  let live = deployments.flatMap(({ versions }) => versions).find(({ percentage }) => percentage === 100)?.version_id
  if (!live) {
    const before = await Promise.all(newest.map((version) => findVersionBefore(account, name, version)))
    live = newest.find((version) => before.includes(version))
  }
  if (!live && newest.length > 0) {
    throw new ExpectedError(
      `${name} is shared by ${newest.join(', ')}. Give everyone one: wrangler versions deploy <version> --name ${name}`,
    )
  }
  return { live: live ?? null, cut: newest.find((version) => version !== live) ?? null }
}

/** The version that was live when this one was uploaded: a deploy writes it into the version's message. */
export async function findVersionBefore({ client, id }: Account, name: string, version: string): Promise<string | null> {
  const { result } = z.parse(Version, await client.get(`/accounts/${id}/workers/scripts/${name}/versions/${version}`))
  return /^after (\S+)$/.exec(String(result.annotations?.['workers/message']))?.[1] ?? null
}

export async function requireDeployable({ client, id }: Account, states: Map<Deployment, WorkerState>): Promise<void> {
  const problems: string[] = []
  for (const [{ worker, config, secrets, database, environment }, state] of states) {
    const missing = config.secrets.required.filter((name) => !state.secrets.includes(name) && !secrets[name])
    if (missing.length > 0) problems.push(`${worker}: these secrets are missing: ${missing.join(', ')}`)
    const found = await orNull(client.d1.database.get(database.id, { account_id: id }))
    if (found?.name !== database.name) {
      const other = found ? `the id of ${found.name}` : 'no database of the account'
      problems.push(`${worker}: DATABASE_ID is ${other}, and ${database.name} is needed`)
    }
    for (const { bucket_name, jurisdiction } of config.r2_buckets ?? []) {
      // wrangler would create it, without its jurisdiction.
      const place = { account_id: id, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) }
      if (await orNull(client.r2.buckets.get(bucket_name, place))) continue
      problems.push(`${worker}: the bucket ${bucket_name} is missing. Create it: npm run provision -- --env ${environment}`)
    }
  }
  if (problems.length > 0) throw new ExpectedError(`Nothing has changed:\n  ${problems.join('\n  ')}`)
}

export function hasPendingClassMigration({ config }: Deployment, { liveVersion, migrationTag }: WorkerState): boolean {
  const newest = config.migrations?.at(-1)?.tag ?? null
  return liveVersion !== null && newest !== null && newest !== migrationTag
}

/** Lists the migrations that the deployed database lacks. Reads only: wrangler's own list creates a table. */
export async function listPendingMigrations({ client, id }: Account, { folder, database }: Deployment): Promise<string[]> {
  const select = async (sql: string) =>
    JSON.stringify(await Array.fromAsync(client.d1.database.query(database.id, { account_id: id, sql })))
  const hasList = (await select("select name from sqlite_master where name = 'd1_migrations'")).includes('d1_migrations')
  const applied = hasList ? await select('select name from d1_migrations') : ''
  const files = readdirSync(join(root, folder, 'migrations')).filter((name) => name.endsWith('.sql'))
  return files.filter((name) => !applied.includes(`"${name}"`)).sort()
}
