import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { applyEdits, modify } from 'jsonc-parser'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, folderOf, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { listAccountProblems } from './account-facts.ts'

export interface ProvisionOptions {
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
export function writeDatabaseId(worker: string, environment: Environment, id: string, tree: string): boolean {
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
