import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import type { ErasedOwner } from '@encre/protocol/member-data'
import { createTestTenant, emptyStorage, migrate } from '@encre/worker/testing'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import AccountWorker from './worker.ts'

await migrate(env)
await emptyStorage(env.DB, [env.EXPORTS, env.ERASURES])

interface Account {
  email: string
  name?: string | undefined
  password: string
}

/**
 * The fake tenant: accounts by member id and every request in `calls` ("PATCH /api/v2/users/x").
 * `answers` replaces its next answers to a request.
 */
export const tenant = {
  accounts: new Map<string, Account>(),
  calls: [] as string[],
  addresses: [] as (string | null)[],
  answers: new Map<string, (() => Response | Promise<Response>)[]>(),
  tokensIssued: 0,
}

export const tenantKeys = await createTestTenant(env, answerAsTenant)

/** A new member for each test, with an account of the tenant. */
export let member: string
export const password = 'aiguille'

// Not before each test: what a file does while it loads would have the time of the file before.
afterEach(() => void vi.useRealTimers())

beforeEach(() => {
  tenant.accounts.clear()
  member = createAccount()
  tenant.calls.length = 0
  tenant.addresses.length = 0
  tenant.answers.clear()
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(tenantKeys.fetch)
})

/** Creates an account of the tenant. Returns the id of its member. */
export function createAccount(
  fields: Partial<Account> = {},
  id = `auth0|${crypto.randomUUID()}`,
): string {
  tenant.accounts.set(id, { email: 'ana@encre.test', name: 'Ana', password, ...fields })
  return id
}

type Init = RequestInit & { headers?: Record<string, string> }

/** Calls the worker as a member. `bindings` replace its own. */
export async function callAs(
  memberId: string,
  path: string,
  init: Init = {},
  bindings?: object,
): Promise<Response> {
  const authorization = await tenantKeys.authorization(memberId)
  const headers = new Headers({ ...authorization, ...init.headers })
  if (init.body) headers.set('content-type', 'application/json')
  const request = new Request(`https://encre.test${path}`, { ...init, headers })
  if (!bindings) return exports.default.fetch(request)
  return new AccountWorker(createExecutionContext(), {
    ...env,
    ...bindings,
  } as unknown as Bindings).fetch(request)
}

export async function expectProblem(answer: Response, status: number, code: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({
    status,
    code,
    requestId: answer.headers.get('x-request-id'),
  })
}

async function answerAsTenant(request: Request): Promise<Response> {
  const { hostname, pathname } = new URL(request.url)
  const call = `${request.method} ${decodeURIComponent(pathname)}`
  tenant.calls.push(call)
  const prepared = tenant.answers.get(call)?.shift()
  if (prepared) return prepared()
  if (call === 'GET /userinfo') return answerUserinfo(request)
  if (call === 'POST /oauth/token') return answerToken(request)
  if (hostname === 'canonical.tenant.test') return answerManagement(request)
  return new Response('not found', { status: 404 })
}

function answerUserinfo(request: Request): Response {
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const granted = token.match(/^granted:(.+)$/)?.[1]
  const sub =
    granted ?? z.object({ sub: z.string() }).parse(JSON.parse(atob(token.split('.')[1] ?? ''))).sub
  const account = tenant.accounts.get(sub)
  return account
    ? Response.json({ sub, email: account.email, name: account.name })
    : new Response('Unauthorized', { status: 401 })
}

const TokenRequest = z.looseObject({
  client_id: z.literal('account-worker'),
  client_secret: z.literal('a secret for tests only'),
})

async function answerToken(request: Request): Promise<Response> {
  const body = TokenRequest.parse(await request.json())
  if (body.grant_type === 'client_credentials') {
    expect(body.audience).toBe('https://canonical.tenant.test/api/v2/')
    tenant.tokensIssued++
    return Response.json({
      access_token: `machine:${tenant.tokensIssued}`,
      expires_in: 86400,
      token_type: 'Bearer',
    })
  }
  expect(body).toMatchObject({
    grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
    realm: 'members',
  })
  tenant.addresses.push(request.headers.get('auth0-forwarded-for'))
  const found = [...tenant.accounts].find(
    ([, { email, password }]) => email === body.username && password === body.password,
  )
  if (!found)
    return Response.json(
      { error: 'invalid_grant', error_description: 'Wrong email or password.' },
      { status: 403 },
    )
  return Response.json({ access_token: `granted:${found[0]}`, token_type: 'Bearer' })
}

/** The Management API: `PATCH` and `DELETE` of an account. */
async function answerManagement(request: Request): Promise<Response> {
  const isFromMachine = request.headers.get('authorization')?.startsWith('Bearer machine:')
  if (!isFromMachine) return Response.json({ message: 'Invalid token' }, { status: 401 })
  const [id = '', kind] = decodeURIComponent(new URL(request.url).pathname)
    .replace('/api/v2/users/', '')
    .split('/')
  if (kind !== undefined) {
    const isKnown = request.method === 'DELETE' && tenant.accounts.has(id)
    return Response.json({}, { status: isKnown ? 202 : 404 })
  }
  if (request.method === 'DELETE') {
    tenant.accounts.delete(id)
    return new Response(null, { status: 204 })
  }
  const account = tenant.accounts.get(id)
  if (!account) return Response.json({ message: 'The user does not exist.' }, { status: 404 })
  const Change = z.union([
    z.strictObject({ name: z.string() }),
    z.strictObject({ password: z.string(), connection: z.literal('members') }),
  ])
  tenant.accounts.set(id, { ...account, ...Change.parse(await request.json()) })
  return Response.json({ user_id: id })
}

/** The stub of the gallery, with what its tests decide: `test/gallery.js`. */
export const gallery = env.LIBRARY as unknown as {
  fill(shelf: { designs: number; imageBytes: number; pageSize?: number }): Promise<void>
  failImages(count: number): Promise<void>
  countOpened(): Promise<number>
}

/** The members that the stubs of gallery and generator erased, in order. */
export async function listErased(): Promise<{ gallery: string[]; generator: string[] }> {
  const { gallery, generator } = stubs()
  return { gallery: await gallery.listErased(), generator: await generator.listErased() }
}

/** The erased accounts that the features were asked to look for. */
export async function listReturned(): Promise<{
  gallery: ErasedOwner[]
  generator: ErasedOwner[]
}> {
  const { gallery, generator } = stubs()
  return { gallery: await gallery.listReturned(), generator: await generator.listReturned() }
}

interface Stub {
  listErased(): Promise<string[]>
  listReturned(): Promise<ErasedOwner[]>
}

function stubs(): { gallery: Stub; generator: Stub } {
  const { LIBRARY, LEDGER } = env as unknown as { LIBRARY: Stub; LEDGER: Stub }
  return { gallery: LIBRARY, generator: LEDGER }
}
