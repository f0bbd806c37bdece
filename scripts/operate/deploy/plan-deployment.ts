import * as z from 'zod'
import { ExpectedError, parseWords } from '../../lib/run-command.ts'
import {
  type Environment,
  folderOf,
  isPullRequest,
  listDeployedWorkers,
  readEnvironment,
  readEnvironmentName,
  requiredValue,
  type WorkerConfig,
} from './environments.ts'

export interface DeployedWorker {
  worker: string
  name: string
  /**
   * Where the site answers: a deployment asks the health of its version there. Empty if no setting
   * says it.
   */
  origin: string
  /** Where its answers are counted, in Analytics Engine. */
  dataset: string
}

export interface Deployment extends DeployedWorker {
  environment: Environment
  folder: string
  database: { name: string; id: string }
  /**
   * The worker's `wrangler.jsonc` for one environment with the deployed values. Its paths are
   * relative to the folder.
   */
  config: WorkerConfig
  /** The given secrets. A worker keeps its other secrets from earlier deployments. */
  secrets: Record<string, string>
}

/**
 * Reads the settings of one deployment from one environment variable, since a workflow has them as
 * one object. A pull request's are staging's, but its address is in ENCRE_ORIGIN.
 */
export function readSettings(
  { ENCRE_SETTINGS = '{}', ENCRE_ORIGIN = '' }: NodeJS.ProcessEnv,
  environment?: Environment,
): Record<string, string> {
  try {
    const settings = z.parse(z.record(z.string(), z.string()), JSON.parse(ENCRE_SETTINGS))
    return isPullRequest(environment) ? { ...settings, SITE_ORIGIN: ENCRE_ORIGIN } : settings
  } catch {
    throw new ExpectedError(
      'ENCRE_SETTINGS must be JSON, names and strings, as in {"SITE_ORIGIN": "https://encre.example"}',
    )
  }
}

/**
 * Finds a worker in one environment. It needs no other setting than the site's origin, because a
 * rollback is urgent.
 */
export function findWorker(
  worker: string,
  environment: Environment,
  settings: Record<string, string>,
): DeployedWorker {
  const workers = listDeployedWorkers().toSorted()
  if (!workers.includes(worker)) {
    throw new ExpectedError(`"${worker}" is not deployed: it must be one of ${workers.join(', ')}`)
  }
  const { name, analytics_engine_datasets } = readEnvironment(worker, environment)
  return {
    worker,
    name,
    dataset: analytics_engine_datasets[0].dataset,
    origin: settings.SITE_ORIGIN || settings.ENCRE_ORIGIN || '',
  }
}

/**
 * Throws one error that names, for all workers, the missing settings, texts in the place of
 * numbers, local values and weak secrets.
 */
export function planDeployments(
  workers: string[],
  environment: Environment,
  settings: Record<string, string>,
): Deployment[] {
  const problems: string[] = []
  const deployments = workers.map((worker) => {
    const { deployment, found } = planDeployment(worker, environment, settings)
    problems.push(...found)
    return deployment
  })
  refuseProblems(problems)
  return deployments
}

export const problemOf = (worker: string, reason: string, names: string[]): string[] =>
  names.length > 0 ? [`${worker}: ${reason}: ${names.join(', ')}`] : []

export function refuseProblems(problems: string[], start = 'Nothing has changed'): void {
  if (problems.length > 0) throw new ExpectedError(`${start}:\n  ${problems.join('\n  ')}`)
}

export function planDeployment(
  worker: string,
  environment: Environment,
  settings: Record<string, string>,
) {
  const deployed = findWorker(worker, environment, settings)
  const declared = readEnvironment(worker, environment)
  const [database] = declared.d1_databases
  const id = settings.DATABASE_ID || database.database_id
  const found: string[] = []
  const refuse = (reason: string, names: string[]) =>
    found.push(...problemOf(worker, reason, names))

  const missing = Object.keys(declared.vars).filter(
    (name) => declared.vars[name] === requiredValue && !settings[name],
  )
  refuse(
    'these settings are missing',
    id
      ? missing
      : [...missing, `DATABASE_ID (npm run provision -- --env ${environment} writes it)`],
  )
  const vars: Record<string, string> = {
    ...declared.vars,
    ...pick(settings, Object.keys(declared.vars)),
  }
  const texts = Object.keys(declared.vars).filter(
    (name) => isNumber(declared.vars[name]) && !isNumber(vars[name]),
  )
  refuse('these settings must be numbers', texts)
  const given = declared.secrets.required.filter((name) => settings[name])
  const secrets = pick(settings, given)
  const local = Object.entries({ ...vars, ...secrets }).filter(([, value]) =>
    /\blocalhost\b|\b127(\.\d+){3}\b|\[::1\]/i.test(value),
  )
  const nameOf = ([name]: [string, string]) => name
  refuse('these settings are those of a local site', local.map(nameOf))
  const weak = Object.entries(secrets).filter(
    ([name, value]) => /_(TOKEN|SECRET)$/.test(name) && isWeak(value),
  )
  refuse(
    'these secrets are weak, take 32 random bytes each (openssl rand -hex 32)',
    weak.map(nameOf),
  )
  const host = URL.parse(vars.SITE_ORIGIN ?? '')?.host ?? ''
  const routes = declared.routes?.map((route) =>
    route.pattern === requiredValue ? { ...route, pattern: host } : route,
  )
  if (settings.SITE_ORIGIN && routes?.some(({ pattern }) => pattern === ''))
    found.push(
      `${worker}: SITE_ORIGIN is "${vars.SITE_ORIGIN}": it must be an origin such as https://encre.example`,
    )
  const deployment: Deployment = {
    ...deployed,
    environment,
    folder: folderOf(worker),
    database: { name: database.database_name, id: id ?? '' },
    config: {
      ...declared,
      vars,
      ...(routes && { routes }),
      observability: observe(declared.observability, settings),
      d1_databases: [{ ...database, database_id: id }],
    },
    secrets,
  }
  return { deployment, found }
}

/**
 * `OTEL_DESTINATIONS` names destinations of the account's dashboard, which get a copy of the log and
 * of the traces. Where images are fetched from a provider's addresses there are no traces: a span of
 * a fetch has its address, and such an address is signed.
 */
function observe(
  { logs, traces, ...others }: WorkerConfig['observability'],
  { OTEL_DESTINATIONS = '', IMAGE_URL_ORIGINS = '' }: Record<string, string>,
): WorkerConfig['observability'] {
  const names = OTEL_DESTINATIONS.split(',').filter(Boolean)
  const copies = names.length > 0 && { destinations: names }
  if (!traces) return { ...others, logs: { ...logs, ...copies } }
  const enabled = traces.enabled && IMAGE_URL_ORIGINS === ''
  return { ...others, logs: { ...logs, ...copies }, traces: { ...traces, ...copies, enabled } }
}

function isNumber(value = ''): boolean {
  return /^\d+(\.\d+)?$/.test(value)
}

function isWeak(secret: string): boolean {
  return secret.length < 32 || new Set(secret).size < 10
}

function pick(settings: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
}

const usage = `npm run deploy <worker>             ${listDeployedWorkers().join(', ')}
npm run deploy -- --all             all of them, in the order of their bindings
npm run deploy -- --rollback <worker>   gives everyone the version before the live one; needs ENCRE_ORIGIN, and no settings
    --old-secrets NAME,NAME         lets the old values of these secrets return with that version
  --leaked NAME,NAME                the values before have leaked: the new ones serve at once, and no rollback brings the old ones back
  --migrate                         only migrates the database: the platform's part
  --migrated                        leaves that part out: a team's token has no right on databases and buckets
  --plan                            prints what would happen and changes nothing
  --env staging                     another environment than production: staging, or pr-12 of pull request 12

Checks, migrates, then deploys a worker. ENCRE_SETTINGS holds its settings as JSON: docs/operations.md.`

export function readWords(args: string[]) {
  const { values, positionals } = parseWords(usage, {
    args,
    allowPositionals: true,
    options: {
      plan: { type: 'boolean', default: false },
      env: { type: 'string', default: 'production' },
      all: { type: 'boolean' },
      rollback: { type: 'boolean', default: false },
      'old-secrets': { type: 'string', default: '' },
      leaked: { type: 'string', default: '' },
      migrate: { type: 'boolean', default: false },
      migrated: { type: 'boolean', default: false },
    },
  })
  const leaked = values.leaked.split(',').filter(Boolean)
  const environment = readEnvironmentName(values.env, usage)
  const [worker, ...surplus] = positionals
  const isAll = values.all === true
  const namesWorker = worker !== undefined && !isAll
  const namesAll = !worker && (isAll || values.plan)
  const isOfOne = values.rollback || leaked.length > 0
  const isClear = isOfOne ? namesWorker : namesWorker || namesAll
  if (!isClear || surplus.length > 0) throw new ExpectedError(usage)
  const workers = worker ? [worker] : listDeployedWorkers()
  return {
    workers,
    environment,
    isPlan: values.plan,
    isRollback: values.rollback,
    isMigration: values.migrate,
    hasMigrated: values.migrated,
    oldSecrets: values['old-secrets'].split(',').filter(Boolean),
    leaked,
  }
}
