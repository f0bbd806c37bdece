import { Hono } from 'hono'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuthBindings, requireMember } from './member.ts'
import { createTestTenant } from './testing.ts'

const audience = 'https://encre.test/api'
const tenant = await createTestTenant({ AUTH0_DOMAIN: 'https://tenant.test', AUTH0_AUDIENCE: audience })
const app = new Hono<{ Bindings: AuthBindings }>().use(requireMember).get('/', (c) => c.text(c.var.memberId))

function ask(headers: Record<string, string>, domains = 'https://tenant.test') {
  return app.request('/', { headers }, { AUTH0_DOMAIN: domains, AUTH0_AUDIENCE: audience })
}

async function signWith(key: CryptoKey | Uint8Array, alg: string, claims: Record<string, unknown> = {}, kid = 'test') {
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ iss: 'https://tenant.test/', aud: audience, sub: 'auth0|ana', exp: now + 60, ...claims })
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
    expect((await ask(await tenant.authorization('auth0|ana', { nbf: soon, iat: soon }))).status).toBe(200)
  })

  it('a token of the second tenant in the list', async () => {
    expect((await ask(await tenant.authorization('auth0|ana'), 'login.encre.test, https://tenant.test')).status).toBe(200)
  })
})

describe('refuses with 401', () => {
  it("another issuer, with the site's problem (the forged tokens below have every other way)", async () => {
    const answer = await ask(await tenant.authorization('auth0|ana', { iss: 'https://elsewhere.test/' }))
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
    expect((await app.request('/', { headers: header }, { AUTH0_DOMAIN: 'https://tenant.test', AUTH0_AUDIENCE: 'other' })).status).toBe(401)
  })

  it('no token, another scheme, and what is no token', async () => {
    expect((await ask({})).status).toBe(401)
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer a.b.c']) expect((await ask({ authorization })).status).toBe(401)
  })

  it("another algorithm, even with a key of the tenant's", async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS384')
    const key = { ...(await exportJWK(publicKey)), kid: 'test', use: 'sig' }
    vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: [key] }))
    const header = await signWith(privateKey, 'RS384', { iss: 'https://rs384.test/' })
    expect((await ask(header, 'https://rs384.test')).status).toBe(401)
  })
})

describe('answers 503 while the keys are unavailable', async () => {
  const publicKey = { ...(await exportJWK((await generateKeyPair('RS256')).publicKey)), kid: 'test' }
  const failures: [string, () => Promise<Response>][] = [
    ['the connection fails', async () => Promise.reject(new Error('Network connection lost.'))],
    ['the tenant answers 500', async () => new Response('oops', { status: 500 })],
    ['the tenant answers something else', async () => Response.json({ nothing: true })],
    ['the key set is empty', async () => Response.json({ keys: [] })],
    ['every key is for encryption', async () => Response.json({ keys: [{ ...publicKey, use: 'enc' }] })],
    ['no key can be read', async () => Response.json({ keys: [{ kty: 'RSA', kid: 'test', use: 'sig', n: '!', e: 'AQAB' }] })],
    ['every key is symmetric', async () => Response.json({ keys: [{ kty: 'oct', kid: 'test', k: 'c2VjcmV0' }] })],
  ]
  it.each(failures)('because %s', async (cause, failure) => {
    const domain = `${cause.replaceAll(' ', '-').toLowerCase()}.test`
    vi.mocked(fetch).mockImplementation(failure)
    const answer = await ask(await tenant.authorization('auth0|ana', { iss: `https://${domain}/` }), `${domain},https://tenant.test`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })
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
  const [first, second, third] = [await createKey('first'), await createKey('second'), await createKey('third')]
  let served = [first, second]
  vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: served.map(({ jwk }) => jwk) }))
  const start = Date.now()
  const askWith = async ({ privateKey, kid }: typeof first) => {
    const claims = { iss: 'https://rotating.test/', exp: Math.floor(Date.now() / 1000) + 7200, jti: crypto.randomUUID() }
    return (await ask(await signWith(privateKey, 'RS256', claims, kid), 'https://rotating.test')).status
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

describe('a tenant with one RSA key', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256', { extractable: true })
  const curve = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'tenant', use: 'sig', alg: 'RS256' }
  const pem = await exportSPKI(publicKey)
  const text = (value: string) => new TextEncoder().encode(value)
  const encode = (value: object | string) =>
    text(typeof value === 'string' ? value : JSON.stringify(value)).toBase64({ alphabet: 'base64url', omitPadding: true })
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: 'https://forged.test/', aud: audience, sub: 'auth0|ana', iat: now, exp: now + 600 }
  const header = { alg: 'RS256', kid: 'tenant', typ: 'JWT' }

  function sign(changes: object = {}, headerChanges: object = {}, key: CryptoKey | Uint8Array = privateKey): Promise<string> {
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...headerChanges }).sign(key)
  }
  const valid = await sign()
  const [validHeader = '', validClaims = '', validSignature = ''] = valid.split('.')
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${encode(claims)}.`
  const withHeader = (changes: object) => `${encode({ ...header, ...changes })}.${validClaims}.${validSignature}`
  const withClaims = (changes: object) => `${validHeader}.${encode({ ...claims, ...changes })}.${validSignature}`

  const forged: Record<string, string | Promise<string>> = {
    'alg none': unsigned('none'),
    'alg none with the signature of a valid token': withHeader({ alg: 'none' }),
    'HS256 with the public key as secret': sign({}, { alg: 'HS256' }, text(pem)),
    'ES256 with a key of its own': sign({}, { alg: 'ES256' }, curve.privateKey),
    'PS256 in the header': withHeader({ alg: 'PS256' }),
    "a stranger's key with the tenant's key id": sign({}, {}, stranger.privateKey),
    "a stranger's key with a key id of its own": sign({}, { kid: 'stranger' }, stranger.privateKey),
    'a key in the header (jwk)': exportJWK(stranger.publicKey).then((own) => sign({}, { jwk: own }, stranger.privateKey)),
    'the address of a key set in the header (jku)': sign({}, { jku: 'https://elsewhere.test/jwks.json' }, stranger.privateKey),
    'a key id that is a path': sign({}, { kid: '../../dev/null' }, stranger.privateKey),
    'an unknown critical header': withHeader({ crit: ['exp2'], exp2: 1 }),
    'no signature': `${validHeader}.${validClaims}.`,
    'a signature of zeros': `${validHeader}.${validClaims}.${encode('\0'.repeat(256))}`,
    'another subject under a valid signature': withClaims({ sub: 'auth0|ben' }),
    'five parts, as an encrypted token has': `${validHeader}....${validSignature}`,
    'a header that is no JSON': `${encode('{')}.${validClaims}.${validSignature}`,
    expired: sign({ exp: now - 60 }),
    'an expiry as text': sign({ exp: String(now + 600) }),
    'no expiry': sign({ exp: undefined }),
    'not valid yet': sign({ nbf: now + 600 }),
    'another issuer': sign({ iss: 'https://elsewhere.test/' }),
    'an issuer with our host as user': sign({ iss: 'https://forged.test@elsewhere.test/' }),
    'an issuer without its slash': sign({ iss: 'https://forged.test' }),
    'another audience': sign({ aud: 'https://elsewhere.test/api' }),
    'the client as audience, as an id token has': sign({ aud: 'encre-site' }),
    'no audience': sign({ aud: undefined }),
    'no subject': sign({ sub: undefined }),
    'an empty subject': sign({ sub: '' }),
    "a machine's token": sign({ gty: 'client-credentials' }),
    "a machine's token of the RFC 9068 profile": sign({ sub: 'encre-account@clients' }, { typ: 'at+jwt' }),
  }

  const askForged = (token: string) => {
    vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: [jwk] }))
    return ask({ authorization: `Bearer ${token}` }, 'https://forged.test')
  }

  it('accepts the token that the others imitate', async () => {
    expect(await (await askForged(valid)).text()).toBe('auth0|ana')
  })

  it.each(Object.entries(forged))('refuses %s', async (_, token) => {
    const answer = await askForged(await token)
    expect(answer.status).toBe(401)
    // No header of a token decides where keys come from.
    for (const [address] of vi.mocked(fetch).mock.calls) expect(String(address)).toBe('https://forged.test/.well-known/jwks.json')
  })
})
