import { APIError } from 'cloudflare'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { planDeployment } from '../deploy/plan-deployment.ts'

/** What a deploy would otherwise find out half-way. `facts` are printed; `problems` must be solved first. */
export interface AccountFacts {
  facts: string[]
  problems: string[]
}

type Settings = Record<string, string>

/** Reads what Cloudflare and the settings say about the deploys to come, for all workers. Changes nothing. */
export async function listAccountProblems(account: Account, environment: Environment, settings: Settings): Promise<AccountFacts> {
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
