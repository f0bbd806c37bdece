// The process that `startSite` forks with the path of a plan. It sends the URLs of the workers,
// then answers storage requests.
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { SiteProcessPlan, StorageRequest } from './site.ts'

const plan: SiteProcessPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const dropLog = (...streams: Readable[]) => {
  for (const stream of streams) {
    stream.resume()
  }
}
const site = new Miniflare(
  convertV4MiniflareOptions({
    ...plan,
    inspectorPort: 0,
    ...(process.argv[3] === 'quiet' && { handleRuntimeStdio: dropLog }),
  }),
)
await site.ready
process.on('message', async (request: StorageRequest) => {
  const { requestId } = request
  const message = await answer(request).catch((error) => ({ error: String(error) }))
  process.send?.({ ...message, requestId })
})
process.on('disconnect', () => process.exit())
const names = plan.workers.flatMap(({ name }) => name ?? [])
process.send?.({
  inspectorUrl: String(await site.getInspectorURL()),
  urls: Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, String(await site.unsafeGetDirectURL(name))]),
    ),
  ),
})

async function answer({ worker, statements, bucket }: StorageRequest): Promise<object> {
  if (statements) {
    const database = await site.getD1Database('DB', worker)
    let rows: unknown[] = []
    for (const statement of statements) {
      rows = (await database.prepare(statement).all()).results
    }
    return { rows }
  }
  const objects = await site.getR2Bucket(bucket ?? '', worker)
  const keys: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await objects.list(cursor ? { cursor } : {})
    keys.push(...page.objects.map(({ key }) => key))
    if (!page.truncated) return { keys }
    cursor = page.cursor
  }
}
