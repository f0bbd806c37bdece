// The generator's and the gallery's workers in a workerd of their own, in a process that can be killed: `fork` it detached.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// Wrangler's own, so that there is one workerd.
const { Miniflare, convertV4MiniflareOptions } = createRequire(createRequire(import.meta.url).resolve('wrangler/package.json'))('miniflare')

const site = new Miniflare(convertV4MiniflareOptions(JSON.parse(readFileSync(process.argv[2], 'utf8'))))
const url = await site.ready
process.on('message', async (request) => process.send({ ...(await answer(request)), asked: request.asked }))
process.send({ url: String(url) })

async function answer({ worker, statements, bucket }) {
  if (statements) {
    const database = await site.getD1Database('DB', worker)
    let rows = []
    for (const statement of statements) rows = (await database.prepare(statement).all()).results
    return { rows }
  }
  const objects = await site.getR2Bucket(bucket, worker)
  const keys = []
  for (let cursor; ; ) {
    const page = await objects.list({ cursor })
    keys.push(...page.objects.map(({ key }) => key))
    if (!page.truncated) return { keys }
    cursor = page.cursor
  }
}
