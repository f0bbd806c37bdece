import { Hono } from 'hono'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuthBindings, requireMember } from './member.ts'
import { createTestTenant } from './testing.ts'

const audience = 'https://encre.test/api'
const tenant = await createTestTenant({
  AUTH0_DOMAIN: 'https://tenant.test',
  AUTH0_AUDIENCE: audience,
})
const app = new Hono<{ Bindings: AuthBindings }>()
  .use(requireMember)
  .get('/', (c) => c.text(c.var.memberId))

function ask(headers: Record<string, string>, domains = 'https://tenant.test') {
  return app.request('/', { headers }, { AUTH0_DOMAIN: domains, AUTH0_AUDIENCE: audience })
}

async function signWith(
  key: CryptoKey | Uint8Array,
  alg: string,
  claims: Record<string, unknown> = {},
  kid = 'test',
) {
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({
    iss: 'https://tenant.test/',
    aud: audience,
    sub: 'auth0|ana',
    exp: now + 60,
    ...claims,
  })
    .setProtectedHeader({ alg, kid })
    .sign(key)
  return { authorization: `Bearer ${token}` }
}

beforeEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(tenant.fetch)
})

describe('accepts', () => {
  it('a token that was made three seconds ahead of our clock', async () => {
    const soon = Math.floor(Date.now() / 1000) + 3
    expect(
      (await ask(await tenant.authorization('auth0|ana', { nbf: soon, iat: soon }))).status,
    ).toBe(200)
  })

  it('a token of the second tenant in the list', async () => {
    expect(
      (await ask(await tenant.authorization('auth0|ana'), 'login.encre.test, https://tenant.test'))
        .status,
    ).toBe(200)
  })
})

describe('refuses with 401', () => {
  it("another issuer, with the site's problem (the forged tokens below have every other way)", async () => {
    const answer = await ask(
      await tenant.authorization('auth0|ana', { iss: 'https://elsewhere.test/' }),
    )
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'permission-denied', status: 401 })
  })

  it('a token that was good a moment ago, once it has expired', async () => {
    const now = Math.floor(Date.now() / 1000)
    const header = await tenant.authorization('auth0|ana', { exp: now + 30 })
    expect((await ask(header)).status).toBe(200)
    vi.setSystemTime((now + 30 + 4) * 1000)
    expect((await ask(header)).status).toBe(200)
    vi.setSystemTime((now + 30 + 6) * 1000)
    expect((await ask(header)).status).toBe(401)
  })

  it('a token that is good for one audience or tenant, where another is asked for', async () => {
    const header = await tenant.authorization('auth0|ana')
    expect((await ask(header)).status).toBe(200)
    expect((await ask(header, 'https://elsewhere.test')).status).toBe(401)
    expect(
      (
        await app.request(
          '/',
          { headers: header },
          { AUTH0_DOMAIN: 'https://tenant.test', AUTH0_AUDIENCE: 'other' },
        )
      ).status,
    ).toBe(401)
  })

  it('no token, another scheme, and what is no token', async () => {
    expect((await ask({})).status).toBe(401)
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer a.b.c'])
      expect((await ask({ authorization })).status).toBe(401)
  })

  it("another algorithm, even with a key of the tenant's", async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS384')
    const key = { ...(await exportJWK(publicKey)), kid: 'test', use: 'sig' }
    vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: [key] }))
    const header = await signWith(privateKey, 'RS384', { iss: 'https://rs384.test/' })
    expect((await ask(header, 'https://rs384.test')).status).toBe(401)
  })
})

const encryptionKey = await exportJWK((await generateKeyPair('RS256')).publicKey)

const keyFailures: { cause: string; fail: () => Promise<Response> }[] = [
  {
    cause: 'the connection fails',
    fail: async () => Promise.reject(new Error('Network connection lost.')),
  },
  {
    cause: 'the tenant answers 500',
    fail: async () => new Response('oops', { status: 500 }),
  },
  {
    cause: 'the tenant answers something else',
    fail: async () => Response.json({ nothing: true }),
  },
  {
    cause: 'the key set is empty',
    fail: async () => Response.json({ keys: [] }),
  },
  {
    cause: 'every key is for encryption',
    fail: async () => Response.json({ keys: [{ ...encryptionKey, kid: 'test', use: 'enc' }] }),
  },
  {
    cause: 'no key can be read',
    fail: async () =>
      Response.json({ keys: [{ kty: 'RSA', kid: 'test', use: 'sig', n: '!', e: 'AQAB' }] }),
  },
  {
    cause: 'every key is symmetric',
    fail: async () => Response.json({ keys: [{ kty: 'oct', kid: 'test', k: 'c2VjcmV0' }] }),
  },
]

it.each(keyFailures)('answers 503 because $cause', async ({ cause, fail }) => {
  const domain = `${cause.replaceAll(' ', '-').toLowerCase()}.test`
  vi.mocked(fetch).mockImplementation(fail)
  const token = await tenant.authorization('auth0|ana', { iss: `https://${domain}/` })
  const answer = await ask(token, `${domain},https://tenant.test`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
})

it('keeps the known keys when the tenant then answers a set without a usable key', async () => {
  vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: [] }))
  const later = Date.now() + 31_000
  vi.setSystemTime(later)
  const unknownKey = (await generateKeyPair('RS256')).privateKey
  expect((await ask(await signWith(unknownKey, 'RS256', {}, 'unknown'))).status).toBe(503)
  expect((await ask(await tenant.authorization('auth0|chloe'))).status).toBe(200)
})

it("follows the tenant's signing keys: the next one needs no request, an unknown one makes one, a revoked one ends within an hour", async () => {
  const createKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    return { jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' }, privateKey, kid }
  }
  const first = await createKey('first')
  const second = await createKey('second')
  const third = await createKey('third')
  let served = [first, second]
  vi.mocked(fetch).mockImplementation(async () =>
    Response.json({ keys: served.map(({ jwk }) => jwk) }),
  )
  const start = Date.now()
  const askWith = async ({ privateKey, kid }: typeof first) => {
    const claims = {
      iss: 'https://rotating.test/',
      exp: Math.floor(Date.now() / 1000) + 7200,
      jti: crypto.randomUUID(),
    }
    return (await ask(await signWith(privateKey, 'RS256', claims, kid), 'https://rotating.test'))
      .status
  }
  expect(await askWith(first)).toBe(200)
  // The tenant rotates: it signs with the key that its set already had.
  served = [second, third, first]
  expect([await askWith(second), await askWith(first)]).toEqual([200, 200])
  expect(fetch).toHaveBeenCalledTimes(1)
  vi.setSystemTime(start + 31_000)
  expect(await askWith(third)).toBe(200)
  expect(fetch).toHaveBeenCalledTimes(2)
  served = [second, third]
  vi.setSystemTime(start + 3_700_000)
  expect([await askWith(first), await askWith(second)]).toEqual([401, 200])
})

// A tenant with one RSA key, and tokens that imitate its own: one for each rule that is ours. What is
// wrong with a signature or a header, jose's own tests have.
const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'tenant', use: 'sig', alg: 'RS256' }
const publicKeyAsSecret = new TextEncoder().encode(await exportSPKI(publicKey))

const now = Math.floor(Date.now() / 1000)
const claims = {
  iss: 'https://forged.test/',
  aud: audience,
  sub: 'auth0|ana',
  iat: now,
  exp: now + 600,
}
const header = { alg: 'RS256', kid: 'tenant', typ: 'JWT' }

interface Changes {
  claims?: object
  header?: object
  key?: CryptoKey | Uint8Array
}

function sign({ claims: own = {}, header: ownHeader = {}, key = privateKey }: Changes = {}) {
  return new SignJWT({ ...claims, ...own })
    .setProtectedHeader({ ...header, ...ownHeader })
    .sign(key)
}

function encode(value: object | string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

const valid = await sign()
const [validHeader = '', , validSignature = ''] = valid.split('.')

const forged: { name: string; token: string }[] = [
  { name: 'alg none', token: `${encode({ ...header, alg: 'none' })}.${encode(claims)}.` },
  {
    name: 'HS256 with the public key as secret',
    token: await sign({ header: { alg: 'HS256' }, key: publicKeyAsSecret }),
  },
  {
    name: "a stranger's key with the tenant's key id",
    token: await sign({ key: stranger.privateKey }),
  },
  {
    name: "a stranger's key with a key id of its own",
    token: await sign({ header: { kid: 'stranger' }, key: stranger.privateKey }),
  },
  {
    name: 'the address of a key set in the header (jku)',
    token: await sign({
      header: { jku: 'https://elsewhere.test/jwks.json' },
      key: stranger.privateKey,
    }),
  },
  {
    name: 'another subject under a valid signature',
    token: `${validHeader}.${encode({ ...claims, sub: 'auth0|ben' })}.${validSignature}`,
  },
  { name: 'no expiry', token: await sign({ claims: { exp: undefined } }) },
  {
    name: 'an issuer with our host as user',
    token: await sign({ claims: { iss: 'https://forged.test@elsewhere.test/' } }),
  },
  { name: 'no audience', token: await sign({ claims: { aud: undefined } }) },
  { name: 'no subject', token: await sign({ claims: { sub: undefined } }) },
  { name: 'an empty subject', token: await sign({ claims: { sub: '' } }) },
  {
    name: "a machine's token",
    token: await sign({ claims: { gty: 'client-credentials' } }),
  },
  {
    name: "a machine's token of the RFC 9068 profile",
    token: await sign({ claims: { sub: 'encre-account@clients' }, header: { typ: 'at+jwt' } }),
  },
]

function askForged(token: string) {
  vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: [jwk] }))
  return ask({ authorization: `Bearer ${token}` }, 'https://forged.test')
}

it('accepts the token that the forged ones imitate', async () => {
  expect(await (await askForged(valid)).text()).toBe('auth0|ana')
})

it.each(forged)('refuses a forged token: $name', async ({ token }) => {
  expect((await askForged(token)).status).toBe(401)
  // No header of a token decides where keys come from.
  for (const [address] of vi.mocked(fetch).mock.calls) {
    expect(String(address)).toBe('https://forged.test/.well-known/jwks.json')
  }
})
