import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { writeDump } from '../../lib/local-databases.ts'
import { ApiError, type Body, type FakeAccount, type Routes } from './fake-account.ts'

/** D1: databases, queries, exports and imports. */
export function d1Routes({ databases, transfers }: FakeAccount): Routes {
  const getDatabase = (id: string) => {
    const found = databases.get(id)
    if (!found) throw new ApiError(404, 7404, 'The database could not be found')
    return found
  }
  const describeDatabase = (id: string) => ({
    uuid: id,
    name: getDatabase(id).name,
    version: 'production',
    created_at: '2026-11-01T00:00:00Z',
  })
  const hasName = (name: unknown) => [...databases.values()].some((one) => one.name === name)

  return {
    'GET /d1/database': () => [...databases.keys()].map(describeDatabase),
    'POST /d1/database': ({ body: { name, jurisdiction } }) => {
      if (hasName(name)) throw new ApiError(400, 7502, 'A database with that name already exists')
      const id = randomUUID()
      databases.set(id, {
        name: String(name),
        jurisdiction: jurisdiction ? String(jurisdiction) : undefined,
        database: new DatabaseSync(':memory:'),
      })
      return describeDatabase(id)
    },
    // By UUID or by name, as at Cloudflare.
    'GET /d1/database/:id': ({ params: { id = '' } }) => {
      const [named] = [...databases].find(([, { name }]) => name === id) ?? []
      return describeDatabase(named ?? id)
    },
    'POST /d1/database/:id/query': ({ params: { id = '' }, body }) => runQuery(getDatabase(id).database, body),
    'POST /d1/database/:id/export': ({ params: { id = '' }, body, headers }) => {
      const progress = { type: 'export', success: true, at_bookmark: 'bookmark', messages: [] }
      // An export takes two requests. The first one starts it.
      if (!body.current_bookmark) return progress
      const filename = randomUUID()
      transfers.set(filename, Buffer.from(writeDump(getDatabase(id).database)))
      return { ...progress, status: 'complete', result: { filename, signed_url: transferUrl(headers, filename) } }
    },
    'POST /d1/database/:id/import': ({ params: { id = '' }, body: { action, etag, filename }, headers }) => {
      const progress = { type: 'import', success: true, at_bookmark: 'bookmark', messages: [] }
      if (action === 'init') return { ...progress, upload_url: transferUrl(headers, String(etag)), filename: etag }
      if (action === 'poll')
        return {
          ...progress,
          status: 'complete',
          result: { num_queries: 1, final_bookmark: 'bookmark', meta: { duration: 1, rows_read: 0, rows_written: 1, size_after: 1 } },
        }
      getDatabase(id).database.exec(String(transfers.get(String(filename))))
      return progress
    },
    'GET /d1/database/:id/time_travel/bookmark': ({ params: { id = '' } }) => ({
      bookmark: `00000001-00000002-00004e2f-${id.replaceAll('-', '')}`,
    }),
  }
}

function runQuery(database: DatabaseSync, { sql, params }: Body) {
  const text = String(sql)
  const values = Array.isArray(params) ? params.map(String) : []
  if (values.length === 0 && !/^\s*(select|pragma|with)/i.test(text)) {
    database.exec(text)
    return [{ success: true, results: [], meta: { duration: 1 } }]
  }
  return [{ success: true, results: database.prepare(text).all(...values), meta: { duration: 1 } }]
}

export const transferPath = '/client/v4/transfers/'

/** The address of an exported or imported file. Cloudflare signs it; here it needs no token. */
function transferUrl({ host }: IncomingHttpHeaders, name: string): string {
  return `http://${host}${transferPath}${name}`
}

/** Downloads an export, or uploads the file of an import. */
export function answerTransfer(
  { transfers }: FakeAccount,
  request: IncomingMessage,
  response: ServerResponse,
  { path, bytes }: { path: string; bytes: Buffer },
): void {
  const name = path.slice(transferPath.length)
  if (request.method === 'PUT') transfers.set(name, bytes)
  response.setHeader('ETag', `"${name}"`).end(request.method === 'PUT' ? '' : transfers.get(name))
}
