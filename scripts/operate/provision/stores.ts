import { inLanes } from '../../lib/in-lanes.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import { type Account, findDatabase, orNull, placeOf, readAccount } from '../cloudflare/account.ts'
import {
  type Environment,
  isPullRequest,
  isRemovable,
  listDeployedWorkers,
  listWorkerNames,
  readEnvironment,
} from '../deploy/environments.ts'
import { openStorage, type StoredBucket, storageLanes } from '../storage/site-storage.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

/** A site in the account that the variables name. */
export const openSite = async (
  environment: Environment,
  variables: NodeJS.ProcessEnv,
  say: Say,
) => ({
  account: readAccount(variables),
  environment,
  storage: await openStorage(environment, variables),
  say,
})

/** Members' data stays in the European Union. */
const jurisdiction = 'eu'

const rule = { enabled: true, conditions: { prefix: '' } }
const afterDays = (days: number) => ({
  condition: { type: 'Age' as const, maxAge: days * 24 * 60 * 60 },
})
/**
 * A safety net: no upload takes a day, and parts of an unfinished one cost money until they are
 * deleted.
 */
const abortUploads = {
  ...rule,
  id: 'abort-unfinished-uploads',
  abortMultipartUploadsTransition: afterDays(1),
}
/** A safety net under the account worker's sweep, which deletes a data download after a day. */
const deleteDownloads = {
  ...rule,
  id: 'delete-data-downloads',
  deleteObjectsTransition: afterDays(2),
}

/**
 * Finds or creates the databases and buckets of a lasting site. Those of another are made anew, and
 * so are empty. Returns the ids of the databases by worker.
 */
export async function createStores(site: Site, isPlan = false): Promise<Map<string, string>> {
  if (isRemovable(site.environment) && !isPlan) await removeStores(site)
  const ids = new Map<string, string>()
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, site.environment)
    const id = await createDatabase(d1_databases[0].database_name, site, isPlan)
    if (id) ids.set(worker, id)
    for (const { bucket_name } of r2_buckets) {
      await createBucket(bucket_name, site, isPlan)
    }
  }
  return ids
}

function describe(isFound: boolean, isPlan: boolean): string {
  if (isFound) return 'found'
  return `${isPlan ? 'would be created' : 'created'} (${jurisdiction})`
}

async function createDatabase(
  name: string,
  { account, say }: Site,
  isPlan: boolean,
): Promise<string | null> {
  const found = await findDatabase(account, name)
  const place = { account_id: account.id, jurisdiction } as const
  const isMissing = !found && !isPlan
  const created = isMissing ? await account.client.d1.database.create({ ...place, name }) : null
  say(`database ${name}: ${describe(found !== null, isPlan)}`)
  return found ?? created?.uuid ?? null
}

async function createBucket(name: string, { account, say }: Site, isPlan: boolean): Promise<void> {
  const { buckets: api } = account.client.r2
  const place = placeOf(account, { jurisdiction })
  const { buckets = [] } = await api.list({ ...place, name_contains: name })
  const exists = buckets.some((bucket) => bucket.name === name)
  if (!exists && !isPlan) await api.create({ ...place, name })
  say(`bucket ${name}: ${describe(exists, isPlan)}`)
  const { rules = [] } = (exists ? await api.lifecycle.get(name, place) : null) ?? {}
  const needed = name.startsWith('encre-exports') ? [abortUploads, deleteDownloads] : [abortUploads]
  const missing = needed.filter((rule) => !rules.some((known) => known.id === rule.id))
  if (missing.length === 0) return
  const names = missing.map((rule) => rule.id).join(', ')
  if (!isPlan) await api.lifecycle.update(name, { ...place, rules: [...rules, ...missing] })
  say(`  lifecycle rule ${names}: ${isPlan ? 'would be added' : 'added'}`)
}

/**
 * Deletes the workers of a pull request, then its databases and buckets. What is gone already is no
 * problem: a run that was cut can be repeated.
 */
export async function removeSite(site: Site): Promise<void> {
  const { account, environment, say } = site
  if (!isRemovable(environment))
    throw new ExpectedError(
      'Only the site of a pull request or of a drill can be removed. Nothing has changed.',
    )
  // A token that reads and writes data has no right on workers, of which a drill has none.
  if (isPullRequest(environment)) await removeWorkers(account, listWorkerNames(environment))
  await removeStores(site)
  say(`The site of ${environment} is gone.`)
}

/**
 * Does the work in a site that no worker serves, and removes it, whatever ends the work. `signal`
 * ends the storage that the work writes to: the removal waits until the work has ended.
 */
export async function withDrillSite(
  site: Site,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await createStores(site)
    await work()
  } finally {
    await removeSite(site)
    signal.throwIfAborted()
  }
}

async function removeStores({ account, environment, storage }: Site): Promise<void> {
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
    const id = await findDatabase(account, d1_databases[0].database_name)
    if (id) await account.client.d1.database.delete(id, { account_id: account.id })
    for (const { binding, ...bucket } of r2_buckets) {
      await removeBucket(account, bucket, storage.buckets.get(`${worker}/${binding}`))
    }
  }
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

async function removeBucket(
  account: Account,
  { bucket_name, ...where }: { bucket_name: string; jurisdiction?: 'eu' | 'fedramp' | undefined },
  stored: StoredBucket | undefined,
) {
  const place = placeOf(account, where)
  const { buckets } = account.client.r2
  if (!(await orNull(buckets.get(bucket_name, place)))) return
  if (!stored) throw new Error(`the bucket ${bucket_name} cannot be opened`)
  const keys = await Array.fromAsync(stored.list(), ({ key }) => key)
  await inLanes(keys, storageLanes, stored.delete)
  await buckets.delete(bucket_name, place)
}
