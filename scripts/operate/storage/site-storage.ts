import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { ObjectListResponse } from 'cloudflare/resources/r2/buckets/objects'
import * as z from 'zod'
import { runWrangler } from '../../lib/processes.ts'
import { ExpectedError } from '../../lib/run-command.ts'
import { withScratch } from '../../lib/with-scratch.ts'
import { type Account, findDatabase, orNull, placeOf, readAccount } from '../cloudflare/account.ts'
import { type Environment, listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import type { Query } from './database-pages.ts'

/**
 * Everything that one site stores and that can be copied: its databases and buckets, by names such
 * as `gallery/DB` and `gallery/IMAGES`.
 */
export interface SiteStorage {
  databases: Map<string, StoredDatabase>
  buckets: Map<string, StoredBucket>
}

type StoredDatabase = ReturnType<typeof deployedDatabase>
export type StoredBucket = ReturnType<typeof deployedBucket>

/** How many objects are copied or deleted at the same time. */
export const storageLanes = 8

const Metadata = z.record(z.string(), z.string())

export const StoredObject = z.object({
  key: z.string(),
  size: z.number(),
  /** The MD5 of the bytes, in hex. */
  etag: z.string(),
  httpMetadata: Metadata,
  customMetadata: Metadata,
})
export type StoredObject = z.infer<typeof StoredObject>
type ObjectDescription = Pick<StoredObject, 'key'> & Partial<StoredObject>

/**
 * Members' data downloads: made from the other data and gone after a day, so a backup leaves them
 * out.
 */
export const dataDownloads = 'account/EXPORTS'

/**
 * The list of erased accounts: a restore reads it and never empties it. Its keys are `<ISO
 * date>/<owner key>`.
 */
export const erasureList = 'account/ERASURES'

/**
 * As `ownerKey` of shared/worker, which SQL cannot compute: the first 16 bytes of the SHA-256 of a
 * member's id, in hex.
 */
export function createOwnerKey(memberId: string): string {
  return hash('sha256', memberId).slice(0, 32)
}

/**
 * Objects are read through R2's S3 API, which has no limit of requests per minute. The API token
 * signs for S3 too. After `signal` no request begins, and a write that was begun goes to its end.
 */
export async function openStorage(
  environment: Environment,
  variables: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<SiteStorage> {
  const account = readAccount(variables)
  const { client, id: accountId } = account
  const { CLOUDFLARE_API_TOKEN = '', ENCRE_R2_ORIGIN } = variables
  const { id } = await verifyToken(client, accountId)
  // https://developers.cloudflare.com/r2/api/tokens: the id of an API token is the access key, and
  // its SHA-256 the secret.
  const secretAccessKey = hash('sha256', CLOUDFLARE_API_TOKEN)
  const s3 = new AwsClient({ accessKeyId: id, secretAccessKey, service: 's3', region: 'auto' })
  const storage: SiteStorage = { databases: new Map(), buckets: new Map() }
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
    const [database] = d1_databases
    storage.databases.set(
      `${worker}/${database.binding}`,
      deployedDatabase(database.database_name, account, signal),
    )
    for (const { binding, bucket_name, jurisdiction } of r2_buckets) {
      const origin =
        ENCRE_R2_ORIGIN ??
        `https://${[accountId, jurisdiction, 'r2.cloudflarestorage.com'].filter(Boolean).join('.')}`
      const list = (startAfter?: string) =>
        client.r2.buckets.objects.list(bucket_name, {
          ...placeOf(account, { jurisdiction }),
          per_page: 1000,
          ...(startAfter && { start_after: startAfter }),
        })
      storage.buckets.set(
        `${worker}/${binding}`,
        deployedBucket(list, s3, `${origin}/${bucket_name}`, signal),
      )
    }
  }
  return storage
}

/** A token of a person, or one that the account owns. Cloudflare verifies each at its own address. */
async function verifyToken(client: Account['client'], accountId: string): Promise<{ id: string }> {
  const ofAccount = await orNull(
    client.accounts.tokens.verify({ account_id: accountId }),
    [400, 401, 403],
  )
  return ofAccount ?? client.user.tokens.verify()
}

const hasTable =
  "select name from sqlite_schema where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\' limit 1"
/** Beyond 1200 requests in five minutes Cloudflare answers 429 until they have passed. */
const tries = 10
/** A database does one thing at a time: it is left alone for 40 times as long as a page took. */
const restPerWork = 40

function deployedDatabase(name: string, account: Account, signal?: AbortSignal) {
  let uuid: Promise<string> | null = null
  const query: Query = async (sql, params = []) => {
    uuid ??= getDatabase(name, account)
    const request = { account_id: account.id, sql, params }
    const [answer] = await Array.fromAsync(
      account.client.d1.database.query(await uuid, request, { maxRetries: tries, signal }),
    )
    const rows = z.array(Row).parse(answer?.results)
    await wait(restPerWork * (answer?.meta?.duration ?? 0))
    return rows
  }
  return {
    query,
    /** Runs the SQL. The database must be empty. */
    import: (sql: AsyncIterable<string>) =>
      withScratch(async (folder) => {
        const path = join(folder, 'database.sql')
        await pipeline(sql, createWriteStream(path))
        await runWrangler(['d1', 'execute', name, '--remote', '--yes', '--file', path], {}, signal)
      }),
    isEmpty: async () => (await query(hasTable)).length === 0,
  }
}

const Row = z.record(z.string(), z.unknown())

async function getDatabase(name: string, account: Account): Promise<string> {
  const uuid = await findDatabase(account, name)
  if (!uuid) throw new ExpectedError(`The account has no database ${name}: npm run provision`)
  return uuid
}

/** `address` is the bucket's in the S3 API. */
function deployedBucket(
  list: (startAfter?: string) => AsyncIterable<ObjectListResponse>,
  s3: AwsClient,
  address: string,
  signal?: AbortSignal,
) {
  const request = async (key: string, init: RequestInit = {}) => {
    signal?.throwIfAborted()
    const url = `${address}/${key.split('/').map(encodeURIComponent).join('/')}`
    const response = await s3.fetch(url, init)
    if (response.ok) return response
    if (response.status === 404 && !init.method) return null
    throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${await response.text()}`)
  }
  return {
    async *list(startAfter?: string): AsyncIterable<StoredObject> {
      for await (const { http_metadata = {}, custom_metadata = {}, ...object } of list(
        startAfter,
      )) {
        yield z.parse(StoredObject, {
          ...object,
          httpMetadata: http_metadata,
          customMetadata: custom_metadata,
        })
      }
    },
    read: async (key: string) => {
      const response = await request(key)
      return response && new Uint8Array(await response.arrayBuffer())
    },
    write: async (object: ObjectDescription, bytes: Uint8Array<ArrayBuffer>) => {
      await request(object.key, { method: 'PUT', headers: headersOf(object), body: bytes })
    },
    delete: async (key: string) => {
      await request(key, { method: 'DELETE' })
    },
  }
}

/** R2's HTTP metadata are headers: `contentType` is `content-type`. */
function headersOf({
  httpMetadata = {},
  customMetadata = {},
}: ObjectDescription): Record<string, string> {
  const hyphenate = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return Object.fromEntries([
    ...Object.entries(httpMetadata).map(([name, value]) => [hyphenate(name), value]),
    ...Object.entries(customMetadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
  ])
}
