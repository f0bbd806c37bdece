import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { experimental_readRawConfig } from 'wrangler'
import * as z from 'zod'
import { SettingsError } from '../lib/settings.ts'

export interface Deployment {
  folder: string
  /** The worker's `wrangler.jsonc` with the deployed values. Its paths are relative to the folder. */
  config: unknown
  /** The given secrets. A worker keeps its other secrets from earlier deployments. */
  secrets: Record<string, string>
}

/** The parts of a `wrangler.jsonc` that differ between a local and a deployed site. */
const WorkerConfig = z.looseObject({
  vars: z.record(z.string(), z.string()),
  secrets: z.object({ required: z.array(z.string()) }),
  d1_databases: z.tuple([z.looseObject({ database_id: z.string() })]),
})

/** Reads the settings of one deployment from one environment variable, since a workflow has them as one object. */
export function readSettings({ ENCRE_SETTINGS = '{}' }: NodeJS.ProcessEnv): Record<string, string> {
  try {
    return z.parse(z.record(z.string(), z.string()), JSON.parse(ENCRE_SETTINGS))
  } catch {
    throw new SettingsError('ENCRE_SETTINGS must be JSON, names and strings, as in {"SITE_ORIGIN": "https://encre.example"}')
  }
}

/**
 * Plans the deployment of a worker. Every `var` of its configuration must be given, because the configuration has the local values, and so
 * must `DATABASE_ID`. Throws a `SettingsError` that names all missing settings and all values of a local site.
 */
export function planDeployment(worker: string, settings: Record<string, string>): Deployment {
  const workers = ['shell', ...listFeatureWorkers()]
  if (!workers.includes(worker)) {
    throw new SettingsError(`"${worker}" is not deployed: it must be one of ${workers.join(', ')}`)
  }
  const folder = worker === 'shell' ? 'shell' : `workers/${worker}`
  const declared = z.parse(WorkerConfig, experimental_readRawConfig({ config: join(root, folder, 'wrangler.jsonc') }).rawConfig)
  const names = [...Object.keys(declared.vars), 'DATABASE_ID']
  refuse(
    worker,
    'these settings are missing',
    names.filter((name) => !settings[name]),
  )
  const secrets = pick(
    settings,
    declared.secrets.required.filter((name) => settings[name]),
  )
  const given = { ...pick(settings, names), ...secrets }
  refuse(
    worker,
    'these settings are those of a local site',
    Object.keys(given).filter((name) => isLocal(given[name])),
  )
  const [database] = declared.d1_databases
  const vars = pick(settings, Object.keys(declared.vars))
  return { folder, config: { ...declared, vars, d1_databases: [{ ...database, database_id: settings.DATABASE_ID }] }, secrets }
}

function refuse(worker: string, reason: string, names: string[]): void {
  if (names.length > 0) throw new SettingsError(`${worker} is not deployed, nothing has changed: ${reason}: ${names.join(', ')}`)
}

function isLocal(value = ''): boolean {
  return /\blocalhost\b|\b127(\.\d+){3}\b|\[::1\]/i.test(value)
}

function pick(settings: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? '']))
}
