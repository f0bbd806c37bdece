import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { runWrangler } from '../lib/processes.ts'
import { ExpectedError } from '../lib/run-command.ts'
import { withScratch } from '../lib/with-scratch.ts'
import type { ObjectDescription, SiteStorage, StoredBucket, StoredDatabase } from './site-storage.ts'

/**
 * Opens what an environment stores at Cloudflare: databases through wrangler, lists of objects through Cloudflare's API, objects through
 * R2's S3 API, which has no limit of requests per minute. The API token signs for S3 too.
 */
export async function openCloudflareStorage(
  account: Account,
  environment: Environment,
  { CLOUDFLARE_API_TOKEN = '', ENCRE_R2_ORIGIN }: NodeJS.ProcessEnv,
): Promise<SiteStorage> {
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
      const origin = ENCRE_R2_ORIGIN ?? `https://${[account.id, jurisdiction, 'r2.cloudflarestorage.com'].filter(Boolean).join('.')}`
      const list = (startAfter?: string) =>
        account.client.r2.buckets.objects.list(bucket_name, {
          account_id: account.id,
          per_page: 1000,
          ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }),
          ...(startAfter && { start_after: startAfter }),
        })
      buckets.set(`${worker}/${binding}`, deployedBucket(list, s3, `${origin}/${bucket_name}`))
    }
  }
  return { databases, buckets, close: async () => {} }
}

const hasTable =
  "select name from sqlite_schema where name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\' limit 1"
const Rows = z.tuple([z.looseObject({ results: z.array(z.unknown()) })])

function deployedDatabase(name: string): StoredDatabase {
  const execute = (...words: string[]) => runWrangler(['d1', 'execute', name, '--remote', '--yes', ...words])
  const withFile = <Result>(work: (path: string) => Promise<Result>) => withScratch((folder) => work(join(folder, 'database.sql')))
  return {
    export: () =>
      withFile(async (path) => {
        await runWrangler(['d1', 'export', name, '--remote', '--skip-confirmation', '--output', path])
        return readFileSync(path, 'utf8')
      }),
    import: (sql) =>
      withFile(async (path) => {
        writeFileSync(path, sql)
        await execute('--file', path)
      }),
    isEmpty: async () => z.parse(Rows, JSON.parse(await execute('--json', '--command', hasTable)))[0].results.length === 0,
  }
}

const ListedObject = z.looseObject({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  http_metadata: z.optional(z.record(z.string(), z.string())),
  custom_metadata: z.optional(z.record(z.string(), z.string())),
})

/** `address` is the bucket's in the S3 API. */
function deployedBucket(list: (startAfter?: string) => AsyncIterable<unknown>, s3: AwsClient, address: string): StoredBucket {
  const request = async (key: string, init: RequestInit = {}) => {
    const url = `${address}/${key.split('/').map(encodeURIComponent).join('/')}`
    const response = await s3.fetch(url, init)
    if (response.ok) return response
    if (response.status === 404) return null
    throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${await response.text()}`)
  }
  return {
    async *list(startAfter) {
      for await (const listed of list(startAfter)) {
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
      if (!response) throw new ExpectedError(`The account has no bucket at ${address}. Run npm run provision first.`)
    },
  }
}

/** R2's HTTP metadata are headers: `contentType` is `content-type`. */
function headersOf({ httpMetadata, customMetadata }: ObjectDescription): Record<string, string> {
  const standard = Object.entries(httpMetadata).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries([...standard, ...Object.entries(customMetadata).map(([name, value]) => [`x-amz-meta-${name}`, value])])
}
