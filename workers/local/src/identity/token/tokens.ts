import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { profileOf, type User } from '../users/users-store.ts'

const idTokenSeconds = 36_000

/** The issuer is the origin of the request. `localhost` and `127.0.0.1` are different sites. */
export function issuerOf(url: string): string {
  return `${new URL(url).origin}/`
}

interface AccessGrant {
  issuer: string
  subject: string
  clientId: string
  audience: string | null
  scope: string
  seconds: number
  gty?: 'client-credentials' | 'password'
  /** Of a member. As the Action of docs/auth0.md. */
  emailVerified?: boolean
}

export async function signAccessToken(db: D1Database, grant: AccessGrant): Promise<string> {
  const { issuer, audience, scope } = grant
  const userinfo = hasScope(scope, 'openid') ? [`${issuer}userinfo`] : []
  const audiences = audience ? [audience, ...userinfo] : userinfo
  const [first, second] = audiences
  const claims = {
    azp: grant.clientId,
    scope,
    ...(grant.gty && { gty: grant.gty }),
    ...(audience &&
      grant.emailVerified !== undefined && {
        [`${audience}/email_verified`]: grant.emailVerified,
      }),
  }
  return sign(
    db,
    { ...claims, iss: issuer, sub: grant.subject, aud: first && !second ? first : audiences },
    grant.seconds,
  )
}

interface IdGrant {
  issuer: string
  clientId: string
  user: User
  scope: string
  nonce: string | null
  sessionId: string | null
  authTime?: number | undefined
}

export async function signIdToken(
  db: D1Database,
  { issuer, clientId, user, scope, nonce, sessionId, authTime }: IdGrant,
): Promise<string> {
  const claims = {
    ...profileOf(user, scope),
    ...(nonce && { nonce }),
    ...(sessionId && { sid: sessionId }),
    ...(authTime && { auth_time: authTime }),
  }
  return sign(db, { ...claims, iss: issuer, sub: user.id, aud: clientId }, idTokenSeconds)
}

export async function verifyAccessToken(
  db: D1Database,
  token: string,
  issuer: string,
  audience: string,
): Promise<JWTPayload | null> {
  const key = await importJWK(await getPublicKey(db), 'RS256')
  try {
    const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: ['RS256'] })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

export function hasScope(scope: string, name: string): boolean {
  return scope.split(' ').includes(name)
}

async function sign(db: D1Database, claims: JWTPayload, seconds: number): Promise<string> {
  const { kid, private_jwk } = await findSigningKey(db)
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...claims, iat: now, exp: now + seconds, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .sign(await importJWK(JSON.parse(private_jwk), 'RS256'))
}

interface SigningKey {
  kid: string
  private_jwk: string
  public_jwk: string
}

/**
 * The tenant's RS256 key, created at the first use and stored. When several requests create it at
 * once, the first wins.
 */
async function findSigningKey(db: D1Database): Promise<SigningKey> {
  const find = () =>
    db
      .prepare('select kid, private_jwk, public_jwk from signing_keys where id = 1')
      .first<SigningKey>()
  const known = await find()
  if (known) return known
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  await db
    .prepare(
      'insert into signing_keys (id, kid, private_jwk, public_jwk) values (1, ?, ?, ?) on conflict do nothing',
    )
    .bind(
      kid,
      JSON.stringify(await exportJWK(privateKey)),
      JSON.stringify({ ...publicJwk, kid, alg: 'RS256', use: 'sig' }),
    )
    .run()
  const created = await find()
  if (!created) throw new Error('the created signing key is missing')
  return created
}

export async function getPublicKey(db: D1Database): Promise<JWK> {
  return JSON.parse((await findSigningKey(db)).public_jwk)
}
