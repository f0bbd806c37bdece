import { ExpectedError } from '../../lib/run-command.ts'
import { type Account, orNull } from '../cloudflare/account.ts'
import {
  type Environment,
  isPullRequest,
  listDeployedWorkers,
  readEnvironment,
} from '../deploy/environments.ts'
import { emptyBucket } from '../restore/restore-site.ts'
import type { SiteStorage, StoredBucket } from '../storage/site-storage.ts'

/**
 * Deletes the workers of a pull request, then its databases and buckets. What is gone already is no
 * problem: a run that was cut can be repeated.
 */
export async function removeSite(
  account: Account,
  environment: Environment,
  storage: SiteStorage,
  say: (sentence: string) => void,
): Promise<void> {
  if (!isPullRequest(environment))
    throw new ExpectedError('Only the site of a pull request can be removed. Nothing has changed.')
  const workers = listDeployedWorkers().map((worker) => ({
    worker,
    config: readEnvironment(worker, environment),
  }))
  await removeWorkers(
    account,
    workers.map(({ config }) => config.name),
  )
  for (const { worker, config } of workers) {
    await removeDatabase(account, config.d1_databases[0].database_name)
    for (const { binding, ...bucket } of config.r2_buckets ?? []) {
      await removeBucket(account, bucket, storage.buckets.get(`${worker}/${binding}`))
    }
  }
  say(`The site of ${environment} is gone.`)
}

async function removeWorkers({ client, id: account_id }: Account, names: string[]) {
  const domains = await Array.fromAsync(client.workers.domains.list({ account_id }))
  for (const { id, service = '' } of domains) {
    if (id && names.includes(service)) await client.workers.domains.delete(id, { account_id })
  }
  for (const name of names) {
    // `force` also deletes its Durable Objects, and one that another worker binds to.
    await orNull(client.workers.scripts.delete(name, { account_id, force: true }))
  }
}

async function removeDatabase({ client, id: account_id }: Account, name: string) {
  const listed = await Array.fromAsync(client.d1.database.list({ account_id, name }))
  const uuid = listed.find((database) => database.name === name)?.uuid
  if (uuid) await client.d1.database.delete(uuid, { account_id })
}

async function removeBucket(
  { client, id: account_id }: Account,
  {
    bucket_name,
    jurisdiction,
  }: { bucket_name: string; jurisdiction?: 'eu' | 'fedramp' | undefined },
  stored: StoredBucket | undefined,
) {
  const place = { account_id, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) }
  if (!(await orNull(client.r2.buckets.get(bucket_name, place)))) return
  if (!stored) throw new Error(`the bucket ${bucket_name} cannot be opened`)
  await emptyBucket(stored)
  await client.r2.buckets.delete(bucket_name, place)
}
