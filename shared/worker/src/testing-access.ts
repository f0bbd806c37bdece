import { expect, inject, it, vi } from 'vitest'
import type { Operations } from './operations.ts'
import type { TestTenant } from './testing.ts'
import { type ApiDocument, fuzz } from './testing-fuzz.ts'

// The access matrix of a worker: every operation x every caller x every target, generated from its
// routes. And random requests to all of them.

type Routes = readonly { method: string; path: string }[]

/** The operations that a worker answers, as `GET /designs/:id`. Middleware is left out. */
function listOperations(routes: Routes, basePath: string): string[] {
  const own = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(basePath))
  return [
    ...new Set(own.map(({ method, path }) => `${method} ${path.slice(basePath.length) || '/'}`)),
  ].sort()
}

/** How to call one operation as a member, and what the member then gets. */
export interface AccessRow {
  /**
   * Creates an object for a member and returns its part of the path. Absent: the path names no
   * object.
   */
  create?(memberId: string): Promise<string>
  /** The query, body and headers of a valid request. */
  request?(): RequestInit & { query?: string }
  /** Invalid values, one part of the path or one request. Absent: nothing can be malformed. */
  malformed?: {
    path?: string
    request?: () => RequestInit & { query?: string }
    status: number
    /** Status for an erased account that is refused before anything is read. */
    erased?: number
  }
  /** Status for the member's own object. */
  own: number
  /** Status for a member whose account is erased. */
  erased: number
  /**
   * Status for another member's object and for a missing one: 404, or 204 where the answer reveals
   * nothing. 404 by default.
   */
  missing?: number
}

/** The part of a row for an operation with a JSON body: a valid and an invalid one. */
export function sends(valid: object, invalid: object): Pick<AccessRow, 'request' | 'malformed'> {
  const headers = () => ({
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  })
  const requestOf = (body: object) => () => ({ body: JSON.stringify(body), headers: headers() })
  return { request: requestOf(valid), malformed: { request: requestOf(invalid), status: 400 } }
}

/** Everyone who may send a request. `erased` is a member whose account has been deleted. */
const callers = ['nobody', 'expired', 'wrong audience', 'machine', 'member', 'erased'] as const
type Caller = (typeof callers)[number]
/** The objects that a path can name, as the caller sees them. */
const targets = ['own', "another's", 'missing', 'malformed'] as const
type Target = (typeof targets)[number]

interface AccessCell {
  operation: string
  caller: Caller
  target: Target
  row: AccessRow
}

/**
 * The cells of all operations that need a member. Throws for an operation without a row, and for a
 * row without an operation.
 */
function listCells(operations: Operations, rows: Record<string, AccessRow>): AccessCell[] {
  const needed = Object.entries(operations).flatMap(([key, { access }]) =>
    access === 'public' ? [] : [key],
  )
  const missing = needed.filter((key) => !Object.hasOwn(rows, key))
  const left = Object.keys(rows).filter((key) => !needed.includes(key))
  if (missing.length + left.length > 0)
    throw new Error(`access matrix: no row for ${missing}; no operation for ${left}`)
  return Object.entries(rows).flatMap(([operation, row]) =>
    callers.flatMap((caller) =>
      targets
        .filter((target) => hasTarget(row, caller, target))
        .map((target) => ({ operation, caller, target, row })),
    ),
  )
}

function hasTarget(row: AccessRow, caller: Caller, target: Target): boolean {
  if (target === 'own') return true
  // What a refused token names makes no difference: `nobody` names everything.
  if (['expired', 'wrong audience', 'machine'].includes(caller)) return false
  return target === 'malformed' ? row.malformed !== undefined : row.create !== undefined
}

interface MatrixOptions {
  /** `/api/gallery` */
  basePath: string
  tenant: Pick<TestTenant, 'authorization'>
  fetch(request: Request): Promise<Response>
  erase(memberId: string): Promise<void>
}

/**
 * Sends the request of one cell. Resolves to the answer, the expected status, and the answer for a
 * missing object to compare with.
 */
async function runCell(
  { operation, caller, target, row }: AccessCell,
  { basePath, tenant, fetch, erase }: MatrixOptions,
) {
  const self = `auth0|${crypto.randomUUID()}`
  const other = `auth0|${crypto.randomUUID()}`
  const missingPart = crypto.randomUUID()
  const mine = target === 'own' || target === 'malformed' ? await row.create?.(self) : undefined
  const theirs = target === "another's" ? await row.create?.(other) : undefined
  if (caller === 'erased') await erase(self)
  const headers = await credentials()
  const [method = '', path = ''] = operation.split(' ')

  const parts: Record<Target, string | undefined> = {
    own: mine,
    "another's": theirs,
    missing: missingPart,
    malformed: row.malformed?.path ?? mine,
  }
  const answer = await send(target, headers)
  return {
    answer,
    expected: expectedStatus(),
    missing: target === "another's" ? await send('missing', headers) : null,
    /** The other member's own answer afterwards. */
    owner:
      target === "another's" ? await send("another's", await tenant.authorization(other)) : null,
  }

  /** The answer without what differs from request to request. */
  async function send(wanted: Target, authorization: Record<string, string>) {
    const { query = '', ...init } =
      (wanted === 'malformed' && row.malformed?.request?.()) || row.request?.() || {}
    const filled = path.replace(/:\w+/, parts[wanted] ?? '').replace(/\/$/, '')
    const address = `https://encre.test${basePath}${filled}${query}`
    const headers = { ...authorization, ...Object.fromEntries(new Headers(init.headers)) }
    const response = await fetch(new Request(address, { method, ...init, headers }))
    const body = await response.text()
    const { 'x-request-id': id = '', date: _, ...kept } = Object.fromEntries(response.headers)
    return { status: response.status, headers: kept, body: id ? body.replaceAll(id, '<id>') : body }
  }

  async function credentials(): Promise<Record<string, string>> {
    if (caller === 'nobody') return {}
    if (caller === 'machine') return tenant.authorization('encre-account@clients')
    const claims = {
      expired: { exp: Math.floor(Date.now() / 1000) - 60 },
      'wrong audience': { aud: 'https://elsewhere.test/api' },
    }
    return tenant.authorization(self, claims[caller as keyof typeof claims])
  }

  function statusOfMalformed(): number {
    const { path, status = 400, erased } = row.malformed ?? {}
    if (caller !== 'erased') return status
    return erased ?? (path === undefined && row.create ? row.erased : status)
  }

  function expectedStatus(): number {
    if (!['member', 'erased'].includes(caller)) return 401
    if (target === 'malformed') return statusOfMalformed()
    if (caller === 'erased') return row.erased
    return target === 'own' ? row.own : (row.missing ?? 404)
  }
}

/**
 * Defines the tests of a worker's access: every route is described, every cell has its answer, and
 * random requests have documented ones.
 */
export function testAccess(
  routes: Routes,
  operations: Operations,
  rows: Record<string, AccessRow>,
  options: MatrixOptions,
) {
  it('describes every route', () => {
    expect(Object.keys(operations).sort()).toEqual(listOperations(routes, options.basePath))
  })

  it.each(listCells(operations, rows))('$operation: $caller, $target', async (cell) => {
    const { answer, expected, missing, owner } = await runCell(cell, options)
    expect([answer.status, answer.headers['cache-control']]).toEqual([
      expected,
      'private, no-store',
    ])
    // Nobody learns whether an object of somebody else exists.
    if (missing) expect(answer).toEqual(missing)
    if (owner) expect(owner.status).toBe(cell.row.own)
  })

  it('answers every request with a documented status', { timeout: 3_600_000 }, async () => {
    // A line for each request would fill the memory.
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { basePath, tenant, fetch } = options
    const openApi = await fetch(new Request(`https://encre.test${basePath}/openapi.json`))
    const counts = await fuzz({
      document: await openApi.json<ApiDocument>(),
      // `npm test -- --long fuzz` sends many more.
      runs: inject('fuzzRuns'),
      authorization: await tenant.authorization('auth0|fuzz', {
        exp: Math.floor(Date.now() / 1000) + 7200,
      }),
      // The health asks services that tests lack.
      fetch: async (request) => (request.url.includes('/health') ? new Response() : fetch(request)),
    })
    // The requests are good enough to get past the first check.
    for (const status of [200, 400, 401, 404])
      expect(counts.get(status), `answers with ${status}`).toBeGreaterThan(0)
  })
}
