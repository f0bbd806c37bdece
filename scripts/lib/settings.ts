import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The optional environment variables of `npm start`. README.md documents them. */
const settable = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'IMAGE_MODELS',
  'IMAGE_URL_ORIGINS',
  'IMAGE_ORIGIN',
  'GENERATIONS_PER_MEMBER_PER_DAY',
  'GENERATIONS_PER_DAY',
  'ATTEMPTS_PER_MEMBER_PER_DAY',
  'GENERATIONS_PER_NETWORK_PER_DAY',
  'AUTH0_DOMAIN',
  'AUTH0_CLIENT_ID',
  'AUTH0_AUDIENCE',
  'AUTH0_CONNECTION',
  'AUTH0_SESSION',
  'AUTH0_MGMT_AUDIENCE',
  'AUTH0_M2M_CLIENT_ID',
  'AUTH0_M2M_CLIENT_SECRET',
  'SITE_OWNER',
] as const

type Settings = Record<string, string>

/** A setting that cannot work. The message names the remedy. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

export function readPort(environment: NodeJS.ProcessEnv): number {
  const port = Number(environment.PORT ?? 8787)
  if (Number.isInteger(port) && port >= 1 && port <= 65534) return port
  throw new SettingsError(`PORT is "${environment.PORT}": it must be a whole number from 1 to 65534, as in PORT=8800 npm start`)
}

/** The settings of all workers of one site: given ones, embedded defaults for the rest, and the site's secrets. */
export function siteSettings(environment: NodeJS.ProcessEnv, port: number, dataFolder: string): Settings {
  const given: Settings = {}
  for (const name of settable) if (environment[name]) given[name] = environment[name]
  const secrets = readSecrets(dataFolder)
  const embedded = `http://localhost:${port + 1}`
  return {
    SITE_ORIGIN: `http://localhost:${port}`,
    LOCAL_ORIGIN: embedded,
    SITE_OWNER: given.SITE_OWNER ?? '',
    ...secrets,
    ...providerSettings(given, embedded),
    ...tenantSettings(given, embedded, secrets),
  }
}

function providerSettings(given: Settings, embedded: string): Settings {
  const isReal = 'OPENAI_API_KEY' in given || 'OPENAI_BASE_URL' in given
  const defaults = isReal
    ? { OPENAI_BASE_URL: 'https://api.openai.com/v1', OPENAI_API_KEY: 'none', IMAGE_ORIGIN: 'ai', IMAGE_URL_ORIGINS: '' }
    : { OPENAI_BASE_URL: `${embedded}/v1`, OPENAI_API_KEY: 'embedded', IMAGE_ORIGIN: 'drawn', IMAGE_URL_ORIGINS: embedded }
  // All visitors of a local site have one address.
  return { ...defaults, GENERATIONS_PER_NETWORK_PER_DAY: '0', ...pick(given, /^(OPENAI|IMAGE|GENERATIONS|ATTEMPTS)_/) }
}

function tenantSettings(given: Settings, embedded: string, secrets: Settings): Settings {
  const own = pick(given, /^AUTH0_/)
  if (!own.AUTH0_DOMAIN) {
    return {
      AUTH0_DOMAIN: embedded,
      AUTH0_CLIENT_ID: 'encre-site',
      AUTH0_AUDIENCE: 'https://encre.example/api',
      AUTH0_CONNECTION: 'Username-Password-Authentication',
      AUTH0_SESSION: 'forms',
      AUTH0_MGMT_AUDIENCE: `${embedded}/api/v2/`,
      AUTH0_M2M_CLIENT_ID: 'encre-account',
      AUTH0_M2M_CLIENT_SECRET: secrets.AUTH0_M2M_CLIENT_SECRET ?? '',
      ...own,
    }
  }
  const missing = ['AUTH0_CLIENT_ID', 'AUTH0_AUDIENCE'].filter((name) => !own[name])
  if (missing.length > 0) throw new SettingsError(`AUTH0_DOMAIN is set, so ${missing.join(' and ')} must be too`)
  return {
    AUTH0_CONNECTION: 'Username-Password-Authentication',
    AUTH0_SESSION: 'forms',
    AUTH0_MGMT_AUDIENCE: `https://${own.AUTH0_DOMAIN}/api/v2/`,
    AUTH0_M2M_CLIENT_ID: '',
    ...own,
    AUTH0_M2M_CLIENT_SECRET: own.AUTH0_M2M_CLIENT_SECRET ?? '',
  }
}

function pick(given: Settings, names: RegExp): Settings {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.test(name)))
}

const secretNames = ['PLATFORM_TOKEN', 'COMPOSITION_SECRET', 'IMAGE_URL_SECRET', 'METRICS_TOKEN', 'AUTH0_M2M_CLIENT_SECRET']

/** Reads the secrets of one local site and creates missing ones. They are stored with its data, so that links and tokens survive a restart. */
export function readSecrets(dataFolder: string): Settings {
  const path = join(dataFolder, 'secrets.json')
  const kept: Settings = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  if (secretNames.every((name) => kept[name])) return kept
  const secrets = { ...Object.fromEntries(secretNames.map((name) => [name, randomBytes(32).toString('base64url')])), ...kept }
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}
