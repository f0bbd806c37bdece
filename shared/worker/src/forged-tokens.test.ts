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
  'alg None': unsigned('None'),
  'alg NONE': unsigned('NONE'),
  'alg nOnE': unsigned('nOnE'),
  'an empty alg': unsigned(''),
  'alg none with the signature of a valid token': withHeader({ alg: 'none' }),
  'HS256 with the public key as secret': sign({}, { alg: 'HS256' }, text(pem)),
  'HS256 with the public key without its last line break': sign({}, { alg: 'HS256' }, text(pem.trim())),
  'HS256 with the modulus as secret': sign({}, { alg: 'HS256' }, text(jwk.n ?? '')),
  'HS256 with the JWK as secret': sign({}, { alg: 'HS256' }, text(JSON.stringify(jwk))),
  'HS384 with the public key as secret': sign({}, { alg: 'HS384' }, text(pem)),
  'HS512 with the public key as secret': sign({}, { alg: 'HS512' }, text(pem)),
  'ES256 with a key of its own': sign({}, { alg: 'ES256' }, curve.privateKey),
  'ES256 with a signature of zeros': `${encode({ ...header, alg: 'ES256' })}.${encode(claims)}.${encode('\0'.repeat(64))}`,
  'PS256 in the header': withHeader({ alg: 'PS256' }),
  'RS512 in the header': withHeader({ alg: 'RS512' }),
  'EdDSA in the header': withHeader({ alg: 'EdDSA' }),
  'an unknown alg': withHeader({ alg: 'XX999' }),
  "a stranger's key with the tenant's key id": sign({}, {}, stranger.privateKey),
  "a stranger's key with a key id of its own": sign({}, { kid: 'stranger' }, stranger.privateKey),
  'a key in the header (jwk)': exportJWK(stranger.publicKey).then((own) => sign({}, { jwk: own }, stranger.privateKey)),
  'the address of a key set in the header (jku)': sign({}, { jku: 'https://elsewhere.test/jwks.json' }, stranger.privateKey),
  'the address of a certificate in the header (x5u)': sign({}, { x5u: 'https://elsewhere.test/cert.pem' }, stranger.privateKey),
  'a certificate in the header (x5c)': sign({}, { x5c: ['AAAA'] }, stranger.privateKey),
  'a key id that is a path': sign({}, { kid: '../../dev/null' }, stranger.privateKey),
  'a key id that is SQL': sign({}, { kid: "' or 1=1 --" }, stranger.privateKey),
  'a key id that is a number': withHeader({ kid: 7 }),
  'an unknown critical header': withHeader({ crit: ['exp2'], exp2: 1 }),
  'b64: false': withHeader({ b64: false, crit: ['b64'] }),
  'no signature': `${validHeader}.${validClaims}.`,
  'no signature part': `${validHeader}.${validClaims}`,
  'half a signature': `${validHeader}.${validClaims}.${validSignature.slice(0, 100)}`,
  'a signature of zeros': `${validHeader}.${validClaims}.${encode('\0'.repeat(256))}`,
  'another subject under a valid signature': withClaims({ sub: 'auth0|ben' }),
  'a later expiry under a valid signature': withClaims({ exp: now + 99_999 }),
  'four parts': `${valid}.${validSignature}`,
  'five parts, as an encrypted token has': `${validHeader}....${validSignature}`,
  'a header that is no JSON': `${encode('{')}.${validClaims}.${validSignature}`,
  'a header that is an array': `${encode('[]')}.${validClaims}.${validSignature}`,
  'claims that are no JSON': `${validHeader}.${encode('{')}.${validSignature}`,
  'claims that are null': `${validHeader}.${encode('null')}.${validSignature}`,
  'characters outside base64url': `${validHeader}.${validClaims}.${validSignature.slice(0, -2)}+/`,
  expired: sign({ exp: now - 60 }),
  'an expiry as text': sign({ exp: String(now + 600) }),
  'no expiry': sign({ exp: undefined }),
  'not valid yet': sign({ nbf: now + 600 }),
  'another issuer': sign({ iss: 'https://elsewhere.test/' }),
  'an issuer with our host as user': sign({ iss: 'https://forged.test@elsewhere.test/' }),
  'an issuer with a suffix': sign({ iss: 'https://forged.test/.elsewhere.test/' }),
  'an issuer without its slash': sign({ iss: 'https://forged.test' }),
  'two issuers': sign({ iss: ['https://forged.test/', 'https://elsewhere.test/'] }),
  'another audience': sign({ aud: 'https://elsewhere.test/api' }),
  'the client as audience, as an id token has': sign({ aud: 'encre-site' }),
  'an audience with a suffix': sign({ aud: `${settings.AUTH0_AUDIENCE}/admin` }),
  'no audience': sign({ aud: undefined }),
  'no subject': sign({ sub: undefined }),
  'an empty subject': sign({ sub: '' }),
  'a subject that is a number': sign({ sub: 7 }),
  'a subject that is a list': sign({ sub: ['auth0|ana'] }),
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
