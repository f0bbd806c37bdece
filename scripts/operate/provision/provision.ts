import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { applyEdits, modify } from 'jsonc-parser'
import { orNull } from '../cloudflare/account.ts'
import {
  folderOf,
  isPullRequest,
  listDeployedWorkers,
  listWorkerNames,
  readEnvironment,
} from '../deploy/environments.ts'
import { planDeployment, problemOf, refuseProblems } from '../deploy/plan-deployment.ts'
import { createStores, type Site } from './stores.ts'

interface ProvisionOptions extends Site {
  settings: Record<string, string>
  isPlan: boolean
  /** The folder whose `wrangler.jsonc` files get the ids of the databases. */
  tree?: string
}

/**
 * Each step asks what is there: a run that was cut can be repeated, and a second run changes
 * nothing.
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { environment, isPlan } = options
  const problems = [
    await checkNeighbours(options),
    await checkPlan(options),
    await checkDomain(options),
    ...checkSettings(options),
  ].filter((problem) => problem !== null)
  if (!isPlan) refuseProblems(problems)
  for (const [worker, id] of await createStores(options, isPlan)) {
    const [database] = readEnvironment(worker, environment).d1_databases
    if (id !== database.database_id) keepDatabaseId(worker, id, options)
  }
  sayTokens(options)
  refuseProblems(problems, 'A run without --plan would refuse')
}

/** The rights of each team's token: docs/operations.md, "Rights by token". */
function sayTokens({ environment, say }: ProvisionOptions): void {
  if (isPullRequest(environment)) return
  for (const worker of listDeployedWorkers().filter((one) => one !== 'shell')) {
    const { name } = readEnvironment(worker, environment)
    say(
      `token for GitHub's environment ${worker}: Workers Editor on ${name} alone (after its first deploy), and Account Analytics Read`,
    )
  }
}

/** Writes a database's id into the worker's `wrangler.jsonc`, and leaves its comments. */
function keepDatabaseId(
  worker: string,
  id: string,
  { environment, isPlan, say, tree = root }: ProvisionOptions,
): void {
  if (isPlan) {
    say(`  would write its id into the wrangler.jsonc of ${worker}`)
    return
  }
  const path = join(tree, folderOf(worker), 'wrangler.jsonc')
  const text = readFileSync(path, 'utf8')
  const [database] = readEnvironment(worker, environment).d1_databases
  const place = ['env', environment, 'd1_databases', 0]
  // Whole, because the file has nothing else of a pull request. It lives as long as its run.
  const changes = isPullRequest(environment)
    ? modify(text, place, { ...database, database_id: id }, {})
    : modify(text, [...place, 'database_id'], id, {})
  writeFileSync(path, applyEdits(text, changes))
  const task = isPullRequest(environment) ? '' : ': commit it'
  say(`  its id is in the wrangler.jsonc of ${worker}${task}`)
}

/**
 * Code that nobody has read runs with this token, which reaches the whole account: production must
 * not be there.
 */
async function checkNeighbours({ account, environment }: ProvisionOptions): Promise<string | null> {
  if (!isPullRequest(environment)) return null
  const scripts = await Array.fromAsync(
    account.client.workers.scripts.list({ account_id: account.id }),
    (script) => script.id,
  )
  const deployed = listWorkerNames('production').find((name) => scripts.includes(name))
  return deployed
    ? `The account has ${deployed}: a pull request needs one without production.`
    : null
}

/** Null if the token may not read the list. */
const readList = <Item>(list: AsyncIterable<Item>) => orNull(Array.fromAsync(list), [401, 403])

/**
 * The free plan gives a request 10 ms of CPU time, too little to decode an image:
 * https://developers.cloudflare.com/workers/platform/limits, read in November 2026. Cloudflare's
 * documents do not list the ids of plans, so the operator reads them.
 */
async function checkPlan({
  account: { client, id },
  say,
}: ProvisionOptions): Promise<string | null> {
  const subscriptions = await readList(client.accounts.subscriptions.get({ account_id: id }))
  const plan = 'the Workers Paid plan: the free one gives a request 10 ms of CPU time'
  if (!subscriptions) {
    say(`plan: not known, the token has no right Billing:Read. Check that the account has ${plan}.`)
    return null
  }
  const plans = subscriptions.map(({ rate_plan }) => rate_plan)
  sayImagesPlan(plans.find((one) => /images/i.test(`${one?.id} ${one?.public_name}`))?.id, say)
  if (plans.length === 0) return `The account lacks ${plan}.`
  say(`plan: ${plans.map((one) => one?.id).join(', ')}`)
  return null
}

function sayImagesPlan(id: string | undefined, say: ProvisionOptions['say']): void {
  say(
    id
      ? `images: ${id}`
      : 'images: no paid plan. After 5,000 transformations in a month, about 2,500 designs, thumbnails are the original images and only PNG is taken.',
  )
}

/**
 * The shell's deploy creates the site's domain and its DNS record: the zone must be in the account,
 * and no record in the way (100117).
 */
async function checkDomain({
  account: { client, id },
  environment,
  settings,
  say,
}: ProvisionOptions): Promise<string | null> {
  if (!settings.SITE_ORIGIN || !URL.canParse(settings.SITE_ORIGIN)) {
    say('domain: not checked, SITE_ORIGIN is not given')
    return null
  }
  const { hostname } = new URL(settings.SITE_ORIGIN)
  const zones = await readList(client.zones.list({ account: { id } }))
  if (!zones) return 'The token has no right Zone:Read, which a custom domain needs. Add it.'
  const zone = zones.find(({ name }) => hostname === name || hostname.endsWith(`.${name}`))
  if (!zone)
    return `The account has no zone for ${hostname}. Add the domain in Cloudflare's dashboard.`
  const domains = await readList(client.workers.domains.list({ account_id: id, hostname }))
  const owner = domains?.find((domain) => domain.hostname === hostname)?.service
  if (owner && owner !== readEnvironment('shell', environment).name)
    return `${hostname} belongs to the worker ${owner}.`
  say(
    `domain ${hostname}: in the zone ${zone.name}. The shell's deploy creates its route and its DNS record.`,
  )
  if (owner) return null
  const records = await readList(
    client.dns.records.list({ zone_id: zone.id, name: { exact: hostname } }),
  )
  if (!records) say('  its DNS records are not checked: the token has no right DNS:Read')
  const taken = records?.find(
    ({ name, type }) => name === hostname && ['A', 'AAAA', 'CNAME'].includes(type),
  )
  return taken
    ? `${hostname} has a DNS record (${taken.type}). Delete it: the deploy creates its own.`
    : null
}

/** Weak secrets are problems. What else a deploy would miss is only said. */
function checkSettings({ environment, settings, say }: ProvisionOptions): string[] {
  const isGiven = Object.keys(settings).length > 0
  if (!isGiven) say('settings: not checked, ENCRE_SETTINGS is not given')
  const problems: string[] = []
  for (const worker of listDeployedWorkers()) {
    const { found, deployment } = planDeployment(worker, environment, {
      ...settings,
      DATABASE_ID: 'created here',
    })
    const secrets = deployment.config.secrets.required.filter((name) => !deployment.secrets[name])
    found.push(...problemOf(worker, 'secrets of a first deploy', secrets))
    for (const text of found) {
      if (text.includes('these secrets are weak')) problems.push(text)
      else if (isGiven) say(`a deploy still needs, ${text}`)
    }
  }
  return problems
}
