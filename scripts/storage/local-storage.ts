import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { experimental_readRawConfig } from 'wrangler'
import * as z from 'zod'
import { loadDump, localDatabasePath } from '../lib/local-databases.ts'
import type { SiteStorage, StoredBucket, StoredDatabase, StoredObject } from './site-storage.ts'

const WorkerConfig = z.looseObject({
  d1_databases: z.optional(z.array(z.looseObject({ binding: z.string(), database_id: z.string() }))),
  r2_buckets: z.optional(z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() }))),
})

/** The bucket that Miniflare hands out. */
type Bucket = Awaited<ReturnType<Miniflare['getR2Bucket']>>

/**
 * Opens what a local site stores in its data folder, the embedded tenant's database included. No site may use the folder meanwhile.
 */
export async function openLocalStorage(dataFolder: string): Promise<SiteStorage> {
  const databaseFolders = new Map<string, string>()
  const databaseIds: Record<string, string> = {}
  const bucketNames: Record<string, string> = {}
  for (const folder of listWorkerFolders()) {
    const { rawConfig } = experimental_readRawConfig({ config: join(root, folder, 'wrangler.jsonc') })
    const { d1_databases = [], r2_buckets = [] } = z.parse(WorkerConfig, rawConfig)
    const worker = folder.replace(/^workers\//, '')
    for (const { binding, database_id } of d1_databases) {
      databaseFolders.set(`${worker}/${binding}`, folder)
      databaseIds[`${worker}/${binding}`] = database_id
    }
    for (const { binding, bucket_name } of r2_buckets) bucketNames[`${worker}/${binding}`] = bucket_name
  }
  mkdirSync(dataFolder, { recursive: true })
  let runtime: Miniflare | null = null
  // Started late: an import writes the database's file, which nothing else may have open.
  const open = () => {
    runtime ??= new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: 'export default {}',
        resourcePersistencePath: join(dataFolder, 'v3'),
        d1Databases: databaseIds,
        r2Buckets: bucketNames,
      }),
    )
    return runtime
  }
  return {
    databases: new Map(
      [...databaseFolders].map(([name, folder]) => [name, localDatabase(name, localDatabasePath(dataFolder, folder), open)]),
    ),
    buckets: new Map(Object.keys(bucketNames).map((name) => [name, localBucket(async () => open().getR2Bucket(name))])),
    close: async () => runtime?.dispose(),
  }
}

function localDatabase(name: string, path: string, open: () => Miniflare): StoredDatabase {
  return {
    exportTo: async (file) => {
      const database = await open().getD1Database(name)
      const [lines = []] = await database.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(false, false).raw()
      writeFileSync(file, lines.join('\n'))
    },
    importFrom: async (file) => loadDump(path, readFileSync(file, 'utf8')).close(),
    isEmpty: async () => {
      if (!existsSync(path)) return true
      const database = new DatabaseSync(path)
      try {
        return database.prepare("select 1 from sqlite_schema where name not like '\\_cf\\_%' escape '\\'").get() === undefined
      } finally {
        database.close()
      }
    },
  }
}

function localBucket(open: () => Promise<Bucket>): StoredBucket {
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
        for (const object of page.objects) yield describe(object)
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

type ListedObject = Awaited<ReturnType<Bucket['list']>>['objects'][number]

function describe({ key, size, etag, httpMetadata, customMetadata }: ListedObject): StoredObject {
  // A date (`cacheExpiry`) has no place in it: the site sets none.
  const texts = Object.entries(httpMetadata ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { key, size, etag, httpMetadata: Object.fromEntries(texts), customMetadata: customMetadata ?? {} }
}
