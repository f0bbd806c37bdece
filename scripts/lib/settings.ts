import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ExpectedError, type Say } from './run-command.ts'

/** The environment variables of `npm start`: docs/operations.md. */
const isSetting =
  /^(OPENAI|IMAGE|GENERATIONS|ATTEMPTS|PRICE|AUTH0)_|^(FLOOD_LIMITS|SITE_OWNER|VERIFIED_EMAIL)$/

type Settings = Record<string, string>

/** The embedded tenant's client for pages of `npm run dev -- --against`. */
export const developmentClientId = 'encre-development'

/**
 * From the port of a site to that of a page against it, so that both run on one machine: 8787 and
 * 8797.
 */
export const developmentPortDistance = 10

export function readPort(environment: NodeJS.ProcessEnv): number {
  const port = Number(environment.PORT ?? 8787)
  if (Number.isInteger(port) && port >= 1 && port <= 65534) return port
  throw new ExpectedError(
    `PORT is "${environment.PORT}": it must be a whole number from 1 to 65534, as in PORT=8800 npm start`,
  )
}

export function siteSettings(
  environment: NodeJS.ProcessEnv,
  port: number,
  dataFolder: string,
  say: Say = console.log,
): Settings {
  const given: Settings = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value && isSetting.test(name)) given[name] = value
  }
  const secrets = readSecrets(dataFolder, say)
  const embedded = `http://localhost:${port + 1}`
  return {
    SITE_ORIGIN: `http://localhost:${port}`,
    LOCAL_ORIGIN: embedded,
    SITE_OWNER: given.SITE_OWNER ?? '',
    // One machine sends everything.
    FLOOD_LIMITS: given.FLOOD_LIMITS ?? 'off',
    VERIFIED_EMAIL: given.VERIFIED_EMAIL ?? 'off',
    ...secrets,
    ...providerSettings(given, embedded),
    ...tenantSettings(given, { embedded, port, secrets }),
  }
}

function providerSettings(given: Settings, embedded: string): Settings {
  const isReal = 'OPENAI_API_KEY' in given || 'OPENAI_BASE_URL' in given
  const defaults = isReal
    ? {
        OPENAI_BASE_URL: 'https://api.openai.com/v1',
        OPENAI_API_KEY: 'none',
        IMAGE_ORIGIN: 'ai',
      }
    : {
        OPENAI_BASE_URL: `${embedded}/v1`,
        OPENAI_API_KEY: 'embedded',
        IMAGE_ORIGIN: 'drawn',
      }
  // All visitors of a local site have one address.
  return {
    ...defaults,
    GENERATIONS_PER_NETWORK_PER_DAY: '0',
    ...pick(given, /^(OPENAI|IMAGE|GENERATIONS|ATTEMPTS|PRICE)_/),
  }
}

function tenantSettings(
  given: Settings,
  { embedded, port, secrets }: { embedded: string; port: number; secrets: Settings },
): Settings {
  const own = pick(given, /^AUTH0_/)
  if (!own.AUTH0_DOMAIN) {
    return {
      AUTH0_DOMAIN: embedded,
      AUTH0_CLIENT_ID: 'encre-site',
      AUTH0_DEVELOPMENT_CLIENT_ID: developmentClientId,
      AUTH0_DEVELOPMENT_ORIGIN: `http://localhost:${port + developmentPortDistance}`,
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
  if (missing.length > 0)
    throw new ExpectedError(`AUTH0_DOMAIN is set, so ${missing.join(' and ')} must be too`)
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

const secretNames = [
  'PLATFORM_TOKEN',
  'COMPOSITION_SECRET',
  'IMAGE_URL_SECRET',
  'ADDRESS_SECRET',
  'METRICS_TOKEN',
  'ANALYTICS_TOKEN',
  'AUTH0_M2M_CLIENT_SECRET',
]

/**
 * Created once and stored, so that links and tokens survive a restart. A damaged file is kept
 * beside the new one.
 */
export function readSecrets(dataFolder: string, say: Say = console.log): Settings {
  const path = join(dataFolder, 'secrets.json')
  const stored = parseSecrets(path)
  if (!stored) {
    renameSync(path, `${path}.damaged`)
    say(
      `${path} was damaged: the site has new secrets. The old file is secrets.json.damaged; teams' tokens stay valid.`,
    )
  }
  // A site that is older than a secret gets it now.
  if (stored && secretNames.every((name) => stored[name])) return stored
  const secrets = {
    ...Object.fromEntries(secretNames.map((name) => [name, randomBytes(32).toString('base64url')])),
    ...stored,
  }
  mkdirSync(dataFolder, { recursive: true })
  // Whole or not at all: a start can be killed between two writes.
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return secrets
}

function parseSecrets(path: string): Settings | null {
  if (!existsSync(path)) return {}
  try {
    const secrets: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return z.parse(z.record(z.string(), z.string()), secrets)
  } catch {
    return null
  }
}
