import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { experimental_readRawConfig } from 'wrangler'
import * as z from 'zod'
import { loadDump, localDatabasePath, writeDump } from '../lib/local-databases.ts'
import type { SiteStorage, StoredBucket, StoredDatabase } from './site-storage.ts'

const WorkerConfig = z.looseObject({
  r2_buckets: z.optional(z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() }))),
})

/**
 * Opens what a local site stores in its data folder, the embedded tenant's database included. No site may use the folder meanwhile.
 */
export async function openLocalStorage(dataFolder: string): Promise<SiteStorage> {
  const databases: SiteStorage['databases'] = new Map()
  const bucketNames: Record<string, string> = {}
  for (const folder of listWorkerFolders()) {
    const worker = folder.replace(/^workers\//, '')
    if (existsSync(join(root, folder, 'migrations'))) databases.set(`${worker}/DB`, localDatabase(localDatabasePath(dataFolder, folder)))
    const { rawConfig } = experimental_readRawConfig({ config: join(root, folder, 'wrangler.jsonc') })
    for (const { binding, bucket_name } of z.parse(WorkerConfig, rawConfig).r2_buckets ?? [])
      bucketNames[`${worker}/${binding}`] = bucket_name
  }
  mkdirSync(dataFolder, { recursive: true })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      resourcePersistencePath: join(dataFolder, 'v3'),
      r2Buckets: bucketNames,
    }),
  )
  return {
    databases,
    buckets: new Map(Object.keys(bucketNames).map((name) => [name, localBucket(() => runtime.getR2Bucket(name))])),
    close: () => runtime.dispose(),
  }
}

function localDatabase(path: string): StoredDatabase {
  const read = async <Result>(work: (database: DatabaseSync) => Result) => {
    const database = new DatabaseSync(existsSync(path) ? path : ':memory:')
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  return {
    export: () => read(writeDump),
    import: async (sql) => loadDump(path, sql).close(),
    isEmpty: () => read((database) => !database.prepare("select 1 from sqlite_schema where name not like '\\_cf\\_%' escape '\\'").get()),
  }
}

function localBucket(open: () => ReturnType<Miniflare['getR2Bucket']>): StoredBucket {
  return {
    async *list(startAfter) {
      const bucket = await open()
      let cursor: string | undefined
      do {
        const page = await bucket.list({
          include: ['httpMetadata', 'customMetadata'],
          ...(startAfter !== undefined && { startAfter }),
          ...(cursor && { cursor }),
        })
        for (const { key, size, etag, httpMetadata = {}, customMetadata = {} } of page.objects) {
          // A date (`cacheExpiry`) has no place in it: the site sets none.
          const texts = Object.entries(httpMetadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
          yield { key, size, etag, httpMetadata: Object.fromEntries(texts), customMetadata }
        }
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor)
    },
    read: async (key) => {
      const object = await (await open()).get(key)
      return object && new Uint8Array(await object.arrayBuffer())
    },
    write: async ({ key, httpMetadata, customMetadata }, bytes) => {
      await (await open()).put(key, bytes, { httpMetadata, customMetadata })
    },
  }
}
