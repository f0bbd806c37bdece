import { isSchema, listOperations, type Operation } from '@encre/protocol/operation'
import { expect, inject, it, vi } from 'vitest'
import { listCommonOperations, problemsOf, statusesOf } from './openapi.ts'
import { cutBody, type TestTenant } from './testing.ts'
import { type ApiDocument, fuzz } from './testing-fuzz.ts'

// The access matrix of a worker: every operation x every caller x every target. And random requests
// to all of them.

type Routes = readonly { method: string; path: string }[]

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

/** A row for each operation of a contract that is not public. */
export type AccessRows<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Operation
    ? Contract[Name] extends { access: 'public' }
      ? never
      : Name
    : never]: AccessRow
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
  name: string
  operation: Operation
  caller: Caller
  target: Target
  row: AccessRow
}

/**
 * The cells of all operations that need a member. Throws for an operation without a row, and for a
 * row without an operation.
 */
function listCells(contract: object, rows: Record<string, AccessRow>): AccessCell[] {
  const needed = listOperations(contract).filter(([, { access }]) => access !== 'public')
  const left = new Map(Object.entries(rows))
  const cells = needed.flatMap(([name, operation]) => {
    const row = left.get(name)
    if (!row) throw new Error(`access matrix: no row for ${name}`)
    left.delete(name)
    return callers.flatMap((caller) =>
      targets
        .filter((target) => hasTarget(row, caller, target))
        .map((target) => ({ name, operation, caller, target, row })),
    )
  })
  if (left.size > 0) throw new Error(`access matrix: no operation for ${[...left.keys()]}`)
  return cells
}

function hasTarget(row: AccessRow, caller: Caller, target: Target): boolean {
  if (target === 'own') return true
  // What a refused token names makes no difference: `nobody` names everything.
  if (['expired', 'wrong audience', 'machine'].includes(caller)) return false
  return target === 'malformed' ? row.malformed !== undefined : row.create !== undefined
}

interface MatrixOptions {
  feature: string
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
  { tenant, fetch, erase }: MatrixOptions,
) {
  const self = `auth0|${crypto.randomUUID()}`
  const other = `auth0|${crypto.randomUUID()}`
  const missingPart = crypto.randomUUID()
  const mine = target === 'own' || target === 'malformed' ? await row.create?.(self) : undefined
  const theirs = target === "another's" ? await row.create?.(other) : undefined
  if (caller === 'erased') await erase(self)
  const headers = await credentials()
  const { method, path } = operation

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
    const address = `https://encre.test${path.replace(/:\w+/, parts[wanted] ?? '')}${query}`
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
 * Defines the tests of a worker's access: every route is declared, every cell has its answer, which
 * is declared too, and so has every random request.
 */
export function testAccess<Contract extends object>(
  routes: Routes,
  contract: Contract,
  rows: AccessRows<Contract>,
  options: MatrixOptions,
) {
  it('declares every route of the API', () => {
    const served = new Set(routes.map(({ path }) => path))
    const declared = [
      ...listCommonOperations(options.feature).filter(({ path }) => served.has(path)),
      ...listOperations(contract).map(([, operation]) => operation),
    ]
    const own = routes.filter(({ method }) => method !== 'ALL').map(nameOf)
    expect(new Set(own.filter((name) => name.includes(' /api/')))).toEqual(
      new Set(declared.map(nameOf).filter((name) => name.includes(' /api/'))),
    )
  })

  const cells = listCells(contract, Object(rows))
  it.each(cells)('$name: $caller, $target', async (cell) => {
    const { answer, expected, missing, owner } = await runCell(cell, options)
    expect([answer.status, answer.headers['cache-control']]).toEqual([
      expected,
      'private, no-store',
    ])
    expect(statusesOf(cell.operation)).toContain(answer.status)
    if (answer.status >= 400)
      expect(problemsOf(cell.operation).get(answer.status)).toContain(JSON.parse(answer.body).code)
    // Nobody learns whether an object of somebody else exists.
    if (missing) expect(answer).toEqual(missing)
    if (owner) expect(owner.status).toBe(cell.row.own)
  })

  const withBody = listOperations(contract).filter(([, { body }]) => body)
  it.each(withBody)('%s: a body that ends too early is no fault of ours', async (...one) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await sendCut(one, Object(rows)[one[0]], options)
    expect(answer).toMatchObject({ status: 400, code: 'invalid-request' })
    expect(errors).not.toHaveBeenCalled()
  })

  it('answers every request as it is documented', { timeout: 3_600_000 }, async () => {
    // A line for each request would fill the memory.
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { feature, tenant, fetch } = options
    const openApi = await fetch(new Request(`https://encre.test/api/${feature}/openapi.json`))
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

/** Sends an operation's own request with a body that ends too early. */
async function sendCut(
  [, { method, path, body }]: [string, Operation],
  row: AccessRow | undefined,
  { tenant, fetch }: MatrixOptions,
): Promise<unknown> {
  const memberId = `auth0|${crypto.randomUUID()}`
  const part = (await row?.create?.(memberId)) ?? 'unknown'
  const { query = '', headers } = row?.request?.() ?? {}
  const address = `https://encre.test${path.replace(/:\w+/, part)}${query}`
  const sent = new Headers(headers)
  if (isSchema(body)) sent.set('content-type', 'application/json')
  const { authorization } = await tenant.authorization(memberId)
  sent.set('authorization', authorization)
  const answer = await fetch(new Request(address, { method, headers: sent, body: cutBody() }))
  return answer.json()
}

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}
