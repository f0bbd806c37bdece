import type { Operations } from './operations.ts'
import type { TestTenant } from './testing.ts'
import { type ApiDocument, fuzz } from './testing-fuzz.ts'

// The access matrix of a worker: every operation x every caller x every target, generated from its routes. And random requests to all of them.

interface Route {
  method: string
  path: string
}

/** The operations that a worker answers, as `GET /designs/:id`. Middleware is left out. */
export function listOperations(routes: readonly Route[], basePath: string): string[] {
  const own = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(basePath))
  return [...new Set(own.map(({ method, path }) => `${method} ${path.slice(basePath.length) || '/'}`))].sort()
}

/** How to call one operation as a member, and what the member then gets. */
export interface AccessRow {
  /** Creates an object for a member and returns its part of the path. Absent: the path names no object. */
  create?(memberId: string): Promise<string>
  /** The method, body and headers of a valid request. */
  request?(): RequestInit
  /** Invalid values, one part of the path or one request. Absent: nothing can be malformed. */
  malformed?: { path?: string; request?: () => RequestInit; status: number }
  /** Status for the member's own object. */
  own: number
  /** Status for a member whose account is erased. */
  erased: number
  /** Status for another member's object and for a missing one: 404, or 204 where the answer reveals nothing. 404 by default. */
  missing?: number
}

/** Everyone who may send a request. `erased` is a member whose account has been deleted. */
export const callers = ['nobody', 'expired', 'wrong audience', 'machine', 'member', 'erased'] as const
export type Caller = (typeof callers)[number]
/** The objects that a path can name, as the caller sees them. */
export const targets = ['own', "another's", 'missing', 'malformed'] as const
export type Target = (typeof targets)[number]

/** One cell of the access matrix. */
export interface AccessCell {
  operation: string
  caller: Caller
  target: Target
  row: AccessRow
}

/** The cells of all operations that need a member. Throws for an operation without a row, and for a row without an operation. */
export function listCells(operations: Operations, rows: Record<string, AccessRow>): AccessCell[] {
  const needed = Object.entries(operations).flatMap(([key, { access }]) => (access === 'public' ? [] : [key]))
  const missing = needed.filter((key) => !Object.hasOwn(rows, key))
  const left = Object.keys(rows).filter((key) => !needed.includes(key))
  if (missing.length + left.length > 0) throw new Error(`access matrix: no row for ${missing}; no operation for ${left}`)
  return Object.entries(rows).flatMap(([operation, row]) =>
    callers.flatMap((caller) => targets.filter((target) => hasTarget(row, target)).map((target) => ({ operation, caller, target, row }))),
  )
}

function hasTarget(row: AccessRow, target: Target): boolean {
  if (target === 'own') return true
  return target === 'malformed' ? row.malformed !== undefined : row.create !== undefined
}

interface MatrixOptions {
  /** `/api/gallery` */
  basePath: string
  tenant: Pick<TestTenant, 'authorization'>
  fetch(request: Request): Promise<Response>
  erase(memberId: string): Promise<void>
}

/** An answer without what differs from request to request. */
export interface ComparableAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends the request of one cell. Resolves to the answer, the expected status, and the answer for a missing object to compare with. */
export async function runCell({ operation, caller, target, row }: AccessCell, { basePath, tenant, fetch, erase }: MatrixOptions) {
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
    owner: target === "another's" ? await send("another's", await tenant.authorization(other)) : null,
  }

  async function send(wanted: Target, authorization: Record<string, string>): Promise<ComparableAnswer> {
    const init = (wanted === 'malformed' && row.malformed?.request?.()) || row.request?.() || {}
    const address = `https://encre.test${basePath}${path.replace(/:\w+/, parts[wanted] ?? '')}`.replace(/\/$/, '')
    const response = await fetch(new Request(address, { method, ...init, headers: { ...authorization, ...headersOf(init) } }))
    const body = await response.text()
    const { 'x-request-id': id = '', date: _, ...kept } = Object.fromEntries(response.headers)
    return { status: response.status, headers: kept, body: id ? body.replaceAll(id, '<id>') : body }
  }

  async function credentials(): Promise<Record<string, string>> {
    const past = Math.floor(Date.now() / 1000) - 60
    if (caller === 'nobody') return {}
    if (caller === 'expired') return tenant.authorization(self, { exp: past })
    if (caller === 'wrong audience') return tenant.authorization(self, { aud: 'https://elsewhere.test/api' })
    if (caller === 'machine') return tenant.authorization('encre-account@clients')
    return tenant.authorization(self)
  }

  function expectedStatus(): number {
    if (!['member', 'erased'].includes(caller)) return 401
    if (target === 'malformed')
      return caller === 'erased' && row.malformed?.path === undefined && row.create ? row.erased : (row.malformed?.status ?? 400)
    if (caller === 'erased') return row.erased
    return target === 'own' ? row.own : (row.missing ?? 404)
  }
}

/**
 * Sends `runs` random requests to all operations but the health, which asks services that tests lack. Returns how many answers had each
 * status. Throws for an answer that the OpenAPI document does not have.
 */
export async function fuzzOperations(runs: number, { basePath, tenant, fetch }: Pick<MatrixOptions, 'basePath' | 'tenant' | 'fetch'>) {
  const answer = await fetch(new Request(`https://encre.test${basePath}/openapi.json`))
  return fuzz({
    document: await answer.json<ApiDocument>(),
    runs,
    authorization: await tenant.authorization('auth0|fuzz', { exp: Math.floor(Date.now() / 1000) + 7200 }),
    fetch: async (request) => (request.url.includes('/health') ? new Response() : fetch(request)),
  })
}

function headersOf(init: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(init.headers))
}
