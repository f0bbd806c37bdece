import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { runWrangler } from '../lib/processes.ts'
import { ExpectedError } from '../lib/run-command.ts'
import type { ObjectDescription, SiteStorage, StoredBucket, StoredDatabase } from './site-storage.ts'

type Jurisdiction = 'eu' | 'fedramp' | undefined

/** The S3 headers of what R2 calls HTTP metadata. */
const httpHeaders = {
  contentType: 'Content-Type',
  contentLanguage: 'Content-Language',
  contentDisposition: 'Content-Disposition',
  contentEncoding: 'Content-Encoding',
  cacheControl: 'Cache-Control',
} as const

/**
 * Opens what an environment stores at Cloudflare: databases through wrangler, lists of objects through Cloudflare's API, objects through
 * R2's S3 API, which has no limit of requests per minute. The API token signs for S3 too.
 */
export async function openCloudflareStorage(
  account: Account,
  environment: Environment,
  variables: NodeJS.ProcessEnv,
): Promise<SiteStorage> {
  const { CLOUDFLARE_API_TOKEN = '', ENCRE_R2_ORIGIN } = variables
  const { id } = await account.client.user.tokens.verify()
  // https://developers.cloudflare.com/r2/api/tokens: the id of an API token is the access key, and its SHA-256 the secret.
  const secretAccessKey = createHash('sha256').update(CLOUDFLARE_API_TOKEN).digest('hex')
  const s3 = new AwsClient({ accessKeyId: id, secretAccessKey, service: 's3', region: 'auto' })
  const databases: SiteStorage['databases'] = new Map()
  const buckets: SiteStorage['buckets'] = new Map()
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
    const [{ binding, database_name }] = d1_databases
    databases.set(`${worker}/${binding}`, deployedDatabase(database_name))
    for (const { binding, bucket_name, jurisdiction } of r2_buckets) {
      const host = [account.id, jurisdiction, 'r2.cloudflarestorage.com'].filter(Boolean).join('.')
      const origin = ENCRE_R2_ORIGIN ?? `https://${host}`
      buckets.set(
        `${worker}/${binding}`,
        deployedBucket(account, { name: bucket_name, jurisdiction, s3, address: `${origin}/${bucket_name}` }),
      )
    }
  }
  return { databases, buckets, close: async () => {} }
}

const hasTable =
  "select name from sqlite_schema where name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\' limit 1"

function deployedDatabase(name: string): StoredDatabase {
  const execute = (...words: string[]) => runWrangler(['d1', 'execute', name, '--remote', '--yes', ...words])
  return {
    exportTo: async (path) => void (await runWrangler(['d1', 'export', name, '--remote', '--skip-confirmation', '--output', path])),
    importFrom: async (path) => void (await execute('--file', path)),
    isEmpty: async () => {
      const [answer] = z.parse(
        z.tuple([z.looseObject({ results: z.array(z.unknown()) })]),
        JSON.parse(await execute('--json', '--command', hasTable)),
      )
      return answer.results.length === 0
    },
  }
}

const ListedObject = z.looseObject({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  http_metadata: z.optional(z.record(z.string(), z.string())),
  custom_metadata: z.optional(z.record(z.string(), z.string())),
})

interface DeployedBucket {
  name: string
  jurisdiction: Jurisdiction
  s3: AwsClient
  /** In the S3 API. */
  address: string
}

function deployedBucket({ client, id }: Account, { name, jurisdiction, s3, address }: DeployedBucket): StoredBucket {
  const addressOf = (key: string) => `${address}/${key.split('/').map(encodeURIComponent).join('/')}`
  const request = async (key: string, init: RequestInit = {}) => {
    const response = await s3.fetch(addressOf(key), init)
    if (response.ok) return response
    if (response.status === 404) return null
    throw new Error(`${init.method ?? 'GET'} ${addressOf(key)}: ${response.status} ${await response.text()}`)
  }
  return {
    async *list(startAfter) {
      const place = { account_id: id, per_page: 1000, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) }
      for await (const listed of client.r2.buckets.objects.list(name, { ...place, ...(startAfter && { start_after: startAfter }) })) {
        const { key, size, etag, http_metadata = {}, custom_metadata = {} } = z.parse(ListedObject, listed)
        yield { key, size, etag, httpMetadata: http_metadata, customMetadata: custom_metadata }
      }
    },
    read: async (key) => {
      const response = await request(key)
      return response && new Uint8Array(await response.arrayBuffer())
    },
    write: async (object, bytes) => {
      const response = await request(object.key, { method: 'PUT', headers: headersOf(object), body: bytes })
      if (!response) throw new ExpectedError(`The account has no bucket ${name}. Run npm run provision first.`)
    },
  }
}

function headersOf({ httpMetadata, customMetadata }: ObjectDescription): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(httpHeaders).flatMap(([name, header]) => (httpMetadata[name] ? [[header, httpMetadata[name]]] : [])),
    ),
    ...Object.fromEntries(Object.entries(customMetadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  }
}
