import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { tenantOrigins } from './member.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** Set in vitest-config.ts. */
      MIGRATIONS?: D1Migration[]
    }
  }
}

/** Migrates the database that the test files of a worker share. */
export function migrate({
  DB,
  MIGRATIONS = [],
}: {
  DB: D1Database
  MIGRATIONS?: D1Migration[]
}): Promise<void> {
  return applyD1Migrations(DB, MIGRATIONS)
}

/**
 * Deletes all rows but those of the tables in `keep`, and all objects: the test files of a worker
 * share its storage.
 */
export async function emptyStorage(
  db: D1Database,
  buckets: R2Bucket[],
  keep: string[] = [],
): Promise<void> {
  const names = (await listTables(db)).filter((name) => !keep.includes(name))
  await db.batch(names.map((name) => db.prepare(`delete from ${name}`)))
  for (const bucket of buckets) {
    const { objects } = await bucket.list()
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
  }
}

/** Every row and object, by its table or bucket and its place there. */
export async function readStored(
  db: D1Database,
  buckets: Record<string, R2Bucket>,
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (const table of await listTables(db)) {
    const { results } = await db.prepare(`select * from ${table}`).all()
    for (const [place, row] of results.entries()) {
      stored.set(`${table} ${place}`, JSON.stringify(row))
    }
  }
  for (const [name, bucket] of Object.entries(buckets)) {
    const { objects } = await bucket.list()
    for (const { key, etag } of objects) stored.set(`${name} ${key}`, etag)
  }
  return stored
}

export async function listTables(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'",
    )
    .all<{ name: string }>()
  return results.map(({ name }) => name).filter((name) => name !== 'd1_migrations')
}

/**
 * A tenant for tests inside workerd: it signs tokens and serves its keys through the test's own
 * `fetch`.
 */
export interface TestTenant {
  /** `Authorization` header of a member with a valid token. `claims` overrides its claims. */
  authorization(
    memberId: string,
    claims?: Record<string, unknown>,
  ): Promise<{ authorization: string }>
  /**
   * Pass it to `vi.spyOn(globalThis, 'fetch').mockImplementation(...)`. Other addresses go to
   * `otherwise`.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
}

/** The test files of a worker share it, and it caches the keys of its tenant. */
const shared = globalThis as { testTenantKeys?: ReturnType<typeof generateKeyPair> }

/** Creates the tenant of these settings. */
export async function createTestTenant(
  env: { AUTH0_DOMAIN: string; AUTH0_AUDIENCE: string },
  otherwise: (request: Request) => Promise<Response> = async (request) =>
    Promise.reject(new Error(`unexpected request to ${request.url}`)),
): Promise<TestTenant> {
  const [origin] = tenantOrigins(env.AUTH0_DOMAIN)
  shared.testTenantKeys ??= generateKeyPair('RS256')
  const { publicKey, privateKey } = await shared.testTenantKeys
  const keys = {
    keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }],
  }
  return {
    async authorization(memberId, claims = {}) {
      const now = Math.floor(Date.now() / 1000)
      const token = await new SignJWT({
        iss: `${origin}/`,
        aud: env.AUTH0_AUDIENCE,
        sub: memberId,
        iat: now,
        exp: now + 3600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .sign(privateKey)
      return { authorization: `Bearer ${token}` }
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      return request.url === `${origin}/.well-known/jwks.json`
        ? Response.json(keys)
        : otherwise(request)
    },
  }
}

/** The body of somebody who hangs up: its first bytes of a hundred, then nothing more. */
export function cutBody(): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(100)
  const writer = writable.getWriter()
  const cut = async () => {
    await writer.write(new TextEncoder().encode('{"id":'))
    await writer.abort(new Error('Network connection lost.'))
  }
  // The reader sees the failure.
  cut().catch(() => {})
  return readable
}

/** The status and the problem code of an answer. */
export async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json<{ code: string }>()).code]
}
