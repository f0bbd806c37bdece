import { Hono } from 'hono'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, it, vi } from 'vitest'
import { type AuthBindings, requireMember } from './member.ts'

// A tenant with one RSA key, and tokens that others make. None may be accepted.

const settings = { AUTH0_DOMAIN: 'https://forged.test', AUTH0_AUDIENCE: 'https://encre.test/api' }
const app = new Hono<{ Bindings: AuthBindings }>().use(requireMember).get('/', (c) => c.text(c.var.memberId))

const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256', { extractable: true })
const curve = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'tenant', use: 'sig', alg: 'RS256' }
const pem = await exportSPKI(publicKey)
const text = (value: string) => new TextEncoder().encode(value)
const encode = (value: object | string) =>
  text(typeof value === 'string' ? value : JSON.stringify(value)).toBase64({ alphabet: 'base64url', omitPadding: true })
const now = Math.floor(Date.now() / 1000)
const claims = { iss: 'https://forged.test/', aud: settings.AUTH0_AUDIENCE, sub: 'auth0|ana', iat: now, exp: now + 600 }
const header = { alg: 'RS256', kid: 'tenant', typ: 'JWT' }

type Signer = CryptoKey | Uint8Array
function sign(changes: object = {}, headerChanges: object = {}, key: Signer = privateKey): Promise<string> {
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

beforeEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ keys: [jwk] }))
})

const ask = (token: string) => app.request('/', { headers: { authorization: `Bearer ${token}` } }, settings)

it('accepts the token that the others imitate', async () => {
  expect(await (await ask(valid)).text()).toBe('auth0|ana')
})

it.each(Object.entries(forged))('refuses %s', async (_, token) => {
  const answer = await ask(await token)
  expect(answer.status).toBe(401)
  // No header of a token decides where keys come from.
  for (const [address] of vi.mocked(fetch).mock.calls) expect(String(address)).toBe('https://forged.test/.well-known/jwks.json')
})
