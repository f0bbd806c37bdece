import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/expected-error.ts'
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
 * Opens what an environment stores at Cloudflare: databases and lists of objects through Cloudflare's API, objects through
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
    databases.set(`${worker}/${binding}`, deployedDatabase(account, database_name))
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

/** Between two questions whether an export or import has ended. */
const pollMs = 500

function deployedDatabase({ client, id }: Account, name: string): StoredDatabase {
  const place = { account_id: id }
  const findId = async () => {
    for await (const database of client.d1.database.list({ ...place, name }))
      if (database.name === name && database.uuid) return database.uuid
    throw new ExpectedError(`The account has no database ${name}. Run npm run provision first. Nothing has changed.`)
  }
  return {
    exportTo: async (path) => {
      const database = await findId()
      let progress = await client.d1.database.export(database, { ...place, output_format: 'polling' })
      while (isUnderWay(name, progress)) {
        await wait(pollMs)
        progress = await client.d1.database.export(database, {
          ...place,
          output_format: 'polling',
          current_bookmark: progress.at_bookmark ?? '',
        })
      }
      const response = await fetch(progress.result?.signed_url ?? '')
      if (!response.ok || !response.body) throw new Error(`the export of ${name} cannot be downloaded: ${response.status}`)
      await pipeline(response.body, createWriteStream(path))
    },
    importFrom: async (path) => {
      const database = await findId()
      const sql = readFileSync(path)
      const etag = createHash('md5').update(sql).digest('hex')
      // Without an address D1 has the same file already.
      const { upload_url, filename, ...known } = await client.d1.database.import(database, { ...place, action: 'init', etag })
      let progress: Progress = known
      if (upload_url && filename) {
        const uploaded = await fetch(upload_url, { method: 'PUT', body: sql })
        if (!uploaded.ok) throw new Error(`the rows of ${name} cannot be uploaded: ${uploaded.status} ${await uploaded.text()}`)
        progress = await client.d1.database.import(database, { ...place, action: 'ingest', etag, filename })
      }
      while (isUnderWay(name, progress)) {
        await wait(pollMs)
        progress = await client.d1.database.import(database, { ...place, action: 'poll', current_bookmark: progress.at_bookmark ?? '' })
      }
    },
    isEmpty: async () => {
      const sql =
        "select name from sqlite_schema where name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\' limit 1"
      const tables: unknown[] = []
      for await (const { results = [] } of client.d1.database.query(await findId(), { ...place, sql })) tables.push(...results)
      return tables.length === 0
    },
  }
}

interface Progress {
  status?: 'complete' | 'error'
  error?: string
  at_bookmark?: string
}

function isUnderWay(name: string, { status, error }: Progress): boolean {
  if (status === 'error') throw new Error(`D1 could not copy ${name}: ${error}`)
  return status !== 'complete'
}

const ListedObject = z.looseObject({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  last_modified: z.string(),
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
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${addressOf(key)}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    async *list(startAfter) {
      const place = { account_id: id, per_page: 1000, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) }
      for await (const listed of client.r2.buckets.objects.list(name, { ...place, ...(startAfter && { start_after: startAfter }) })) {
        const { key, size, etag, last_modified, http_metadata = {}, custom_metadata = {} } = z.parse(ListedObject, listed)
        yield { key, size, etag, uploaded: last_modified, httpMetadata: http_metadata, customMetadata: custom_metadata }
      }
    },
    read: async (key) => new Uint8Array(await (await request(key)).arrayBuffer()),
    write: async (object, bytes) => void (await request(object.key, { method: 'PUT', headers: headersOf(object), body: bytes })),
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
