import type { Account } from '../cloudflare/account.ts'
import { type Environment, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/expected-error.ts'

export interface ProvisionOptions {
  account: Account
  environment: Environment
  /** The site's origin, if it is known: its zone must be in the account. */
  origin?: string | undefined
  isPlan: boolean
  say: (sentence: string) => void
  /** Records the id of a worker's database where a deploy reads it. */
  writeDatabaseId: (worker: string, environment: Environment, id: string) => boolean
}

/** Members' data stays in the European Union. */
const jurisdiction = 'eu'

const daySeconds = 24 * 60 * 60

/** A safety net: no upload of the site takes a day, and its parts would be paid for ever. */
const abortUploads = {
  id: 'abort-unfinished-uploads',
  enabled: true,
  conditions: { prefix: '' },
  abortMultipartUploadsTransition: { condition: { type: 'Age' as const, maxAge: daySeconds } },
}

/** A safety net under the account worker's sweep, which deletes a data download after a day. */
const deleteDownloads = {
  id: 'delete-data-downloads',
  enabled: true,
  conditions: { prefix: '' },
  deleteObjectsTransition: { condition: { type: 'Age' as const, maxAge: 2 * daySeconds } },
}

function lifecycleOf(bucket: string) {
  return bucket.startsWith('encre-exports') ? [abortUploads, deleteDownloads] : [abortUploads]
}

/**
 * Finds or creates everything that the workers of one environment bind to. Each step asks what is there, so a run that was cut can be
 * repeated, and a second run changes nothing. With `isPlan` it only says what it would do.
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { environment, isPlan, say, writeDatabaseId } = options
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
    const id = await provisionDatabase(d1_databases[0].database_name, options)
    if (id && id !== d1_databases[0].database_id) {
      if (isPlan) say(`  would write its id into the wrangler.jsonc of ${worker}`)
      else if (writeDatabaseId(worker, environment, id)) say(`  its id is in the wrangler.jsonc of ${worker}: commit it`)
    }
    for (const { bucket_name } of r2_buckets) await provisionBucket(bucket_name, options)
  }
  await checkZone(options)
}

async function provisionDatabase(name: string, { account, isPlan, say }: ProvisionOptions): Promise<string | null> {
  const { client, id } = account
  for await (const database of client.d1.database.list({ account_id: id, name })) {
    if (database.name !== name) continue
    say(`database ${name}: found`)
    return database.uuid ?? null
  }
  if (isPlan) {
    say(`database ${name}: would be created (${jurisdiction})`)
    return null
  }
  const { uuid } = await client.d1.database.create({ account_id: id, name, jurisdiction })
  say(`database ${name}: created (${jurisdiction})`)
  return uuid ?? null
}

async function provisionBucket(name: string, { account, isPlan, say }: ProvisionOptions): Promise<void> {
  const { client, id } = account
  const place = { account_id: id, 'cf-r2-jurisdiction': jurisdiction } as const
  const { buckets = [] } = await client.r2.buckets.list({ ...place, name_contains: name })
  const exists = buckets.some((bucket) => bucket.name === name)
  if (!exists && isPlan) {
    say(`bucket ${name}: would be created (${jurisdiction})`)
    return
  }
  if (!exists) await client.r2.buckets.create({ ...place, name })
  say(`bucket ${name}: ${exists ? 'found' : `created (${jurisdiction})`}`)

  const { rules = [] } = (exists ? await client.r2.buckets.lifecycle.get(name, place) : null) ?? {}
  const missing = lifecycleOf(name).filter((rule) => !rules.some((known) => known.id === rule.id))
  if (missing.length === 0) return
  const names = missing.map((rule) => rule.id).join(', ')
  if (!isPlan) await client.r2.buckets.lifecycle.update(name, { ...place, rules: [...rules, ...missing] })
  say(`  lifecycle rule ${names}: ${isPlan ? 'would be added' : 'added'}`)
}

/** The shell's deploy creates the site's domain and its DNS record. That needs the domain's zone in the account. */
async function checkZone({ account, origin, say }: ProvisionOptions): Promise<void> {
  if (!origin) {
    say('domain: not checked, SITE_ORIGIN is not given')
    return
  }
  const { hostname } = new URL(origin)
  for await (const zone of account.client.zones.list({ account: { id: account.id } })) {
    if (hostname !== zone.name && !hostname.endsWith(`.${zone.name}`)) continue
    say(`domain ${hostname}: in the zone ${zone.name}. The shell's deploy creates its route and its DNS record.`)
    return
  }
  throw new ExpectedError(`The account has no zone for ${hostname}. Add the domain in Cloudflare's dashboard, then run this again.`)
}
