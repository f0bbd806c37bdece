import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { APIError } from 'cloudflare'
import { applyEdits, modify } from 'jsonc-parser'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, folderOf, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { planDeployment } from '../deploy/plan-deployment.ts'
import { ExpectedError } from '../lib/run-command.ts'

interface ProvisionOptions {
  account: Account
  environment: Environment
  /** The settings of the workers that are known. */
  settings?: Record<string, string>
  isPlan: boolean
  say: (sentence: string) => void
  /** The folder whose `wrangler.jsonc` files get the ids of the databases. */
  tree?: string
}

/** Members' data stays in the European Union. */
const jurisdiction = 'eu'

const daySeconds = 24 * 60 * 60

/** A safety net: no upload takes a day, and parts of an unfinished one cost money until they are deleted. */
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
 * repeated, and a second run changes nothing. With `isPlan` it only says what it would do. Problems of the account come first, and end a run
 * that is no plan before anything changes.
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { account, environment, settings = {}, isPlan, say, tree = root } = options
  const { facts, problems } = await listAccountProblems(account, environment, settings)
  for (const fact of facts) say(fact)
  if (problems.length > 0 && !isPlan) throw new ExpectedError(`Nothing has changed:\n  ${problems.join('\n  ')}`)
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
    const id = await provisionDatabase(d1_databases[0].database_name, options)
    if (id && id !== d1_databases[0].database_id) {
      if (isPlan) say(`  would write its id into the wrangler.jsonc of ${worker}`)
      else if (writeDatabaseId(worker, environment, id, tree)) say(`  its id is in the wrangler.jsonc of ${worker}: commit it`)
    }
    for (const { bucket_name } of r2_buckets) await provisionBucket(bucket_name, options)
  }
  if (problems.length > 0) throw new ExpectedError(`A run without --plan would refuse:\n  ${problems.join('\n  ')}`)
}

/** Writes a database's id into the worker's `wrangler.jsonc` in `tree`, and leaves its comments. Returns false if it is there already. */
function writeDatabaseId(worker: string, environment: Environment, id: string, tree: string): boolean {
  const path = join(tree, folderOf(worker), 'wrangler.jsonc')
  const text = readFileSync(path, 'utf8')
  const edited = applyEdits(text, modify(text, ['env', environment, 'd1_databases', 0, 'database_id'], id, {}))
  if (edited === text) return false
  writeFileSync(path, edited)
  return true
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

/** What a deploy would otherwise find out half-way. `facts` are printed; `problems` must be solved first. */
interface AccountFacts {
  facts: string[]
  problems: string[]
}

type Settings = Record<string, string>

/** Reads what Cloudflare and the settings say about the deploys to come, for all workers. Changes nothing. */
async function listAccountProblems(account: Account, environment: Environment, settings: Settings): Promise<AccountFacts> {
  const found = [
    await checkPlan(account, environment),
    await checkDomain(account, environment, settings),
    checkSettings(environment, settings),
  ]
  return { facts: found.flatMap(({ facts }) => facts), problems: found.flatMap(({ problems }) => problems) }
}

const List = z.looseObject({ result: z.nullable(z.array(z.looseObject({}))) })

/** Null if the token may not read it. */
async function readList({ client }: Account, path: string): Promise<Record<string, unknown>[] | null> {
  try {
    return z.parse(List, await client.get(path)).result ?? []
  } catch (error) {
    if (error instanceof APIError && (error.status === 401 || error.status === 403)) return null
    throw error
  }
}

/** A limit of CPU time needs the paid plan. Otherwise Cloudflare refuses the deploy with code 100328, after the migration. */
async function checkPlan(account: Account, environment: Environment): Promise<AccountFacts> {
  const limited = listDeployedWorkers().filter((worker) =>
    JSON.stringify(readEnvironment(worker, environment).limits ?? {}).includes('cpu_ms'),
  )
  if (limited.length === 0) return { facts: [], problems: [] }
  const subscriptions = await readList(account, `/accounts/${account.id}/subscriptions`)
  const need = `limits.cpu_ms of ${limited.join(', ')} needs the Workers Paid plan`
  if (!subscriptions) return { facts: [`plan: not known, the token has no right Billing:Read. ${need}.`], problems: [] }
  const isPaid = subscriptions.some((subscription) => /"id":"workers_paid/.test(JSON.stringify(subscription)))
  return isPaid
    ? { facts: ['plan: Workers Paid'], problems: [] }
    : { facts: [], problems: [`The account has no Workers Paid plan: ${need}.`] }
}

/** The shell's deploy creates the site's domain and its DNS record: the zone must be in the account, and no record in the way (100117). */
async function checkDomain(account: Account, environment: Environment, { SITE_ORIGIN }: Settings): Promise<AccountFacts> {
  if (!SITE_ORIGIN || !URL.canParse(SITE_ORIGIN)) return { facts: ['domain: not checked, SITE_ORIGIN is not given'], problems: [] }
  const { hostname } = new URL(SITE_ORIGIN)
  const problem = (sentence: string) => ({ facts: [], problems: [sentence] })
  const zones = await readList(account, `/zones?account.id=${account.id}&per_page=50`)
  if (!zones) return problem('The token has no right Zone:Read, which a custom domain needs. Add it.')
  const zone = zones.find(({ name }) => hostname === name || hostname.endsWith(`.${name}`))
  if (!zone) return problem(`The account has no zone for ${hostname}. Add the domain in Cloudflare's dashboard.`)
  const fact = `domain ${hostname}: in the zone ${zone.name}. The shell's deploy creates its route and its DNS record.`
  const domains = await readList(account, `/accounts/${account.id}/workers/domains?hostname=${hostname}`)
  const shell = readEnvironment('shell', environment).name
  const owner = domains?.find((domain) => domain.hostname === hostname)
  if (owner)
    return owner.service === shell ? { facts: [fact], problems: [] } : problem(`${hostname} belongs to the worker ${owner.service}.`)
  const records = await readList(account, `/zones/${zone.id}/dns_records?name=${hostname}`)
  if (!records) return { facts: [fact, '  its DNS records are not checked: the token has no right DNS:Read'], problems: [] }
  const types = records.filter(({ name }) => name === hostname).map(({ type }) => String(type))
  const taken = types.filter((type) => ['A', 'AAAA', 'CNAME'].includes(type))
  return taken.length > 0
    ? problem(`${hostname} has a DNS record (${taken.join(', ')}). Delete it: the deploy creates its own.`)
    : { facts: [fact], problems: [] }
}

/** The settings that a deploy would refuse or miss. The databases' ids come from this command. */
function checkSettings(environment: Environment, settings: Settings): AccountFacts {
  const isGiven = Object.keys(settings).length > 0
  const found = listDeployedWorkers().flatMap((worker) => {
    const { found: problems, deployment } = planDeployment(worker, environment, { ...settings, DATABASE_ID: 'created here' })
    const secrets = deployment.config.secrets.required.filter((name) => !deployment.secrets[name])
    return [...problems, ...(secrets.length > 0 ? [`secrets of a first deploy: ${secrets.join(', ')}`] : [])].map(
      (text) => `${worker}: ${text}`,
    )
  })
  const weak = found.filter((text) => text.includes('these secrets are weak'))
  const missing = found.filter((text) => !weak.includes(text))
  const facts = isGiven ? missing.map((text) => `a deploy still needs, ${text}`) : ['settings: not checked, ENCRE_SETTINGS is not given']
  return { facts, problems: weak }
}
