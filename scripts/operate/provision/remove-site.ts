import { ExpectedError } from '../../lib/run-command.ts'
import { type Account, orNull } from '../cloudflare/account.ts'
import {
  type Environment,
  isPullRequest,
  listDeployedWorkers,
  readEnvironment,
} from '../deploy/environments.ts'
import { emptyBucket } from '../restore/restore-site.ts'
import type { SiteStorage } from '../storage/site-storage.ts'

/**
 * Deletes the workers of a pull request, then its databases and buckets. What is gone already is no
 * problem: a run that was cut can be repeated.
 */
export async function removeSite(
  { client, id: account_id }: Account,
  environment: Environment,
  storage: SiteStorage,
  say: (sentence: string) => void,
): Promise<void> {
  if (!isPullRequest(environment))
    throw new ExpectedError('Only the site of a pull request can be removed. Nothing has changed.')
  const domains = await Array.fromAsync(client.workers.domains.list({ account_id }))
  // A worker comes after those that it binds to.
  for (const worker of listDeployedWorkers().toReversed()) {
    const { name } = readEnvironment(worker, environment)
    for (const { id, service } of domains) {
      if (service === name && id) await client.workers.domains.delete(id, { account_id })
    }
    // `force` also deletes its Durable Objects.
    await orNull(client.workers.scripts.delete(name, { account_id, force: true }))
  }
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
    const name = d1_databases[0].database_name
    for await (const database of client.d1.database.list({ account_id, name })) {
      if (database.name === name && database.uuid)
        await client.d1.database.delete(database.uuid, { account_id })
    }
    for (const { binding, bucket_name, jurisdiction } of r2_buckets) {
      const place = { account_id, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) }
      const stored = storage.buckets.get(`${worker}/${binding}`)
      if (!stored || !(await orNull(client.r2.buckets.get(bucket_name, place)))) continue
      await emptyBucket(stored)
      await client.r2.buckets.delete(bucket_name, place)
    }
  }
  say(`The site of ${environment} is gone.`)
}
