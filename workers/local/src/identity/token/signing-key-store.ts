import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicJwk: JWK
}

/** The tenant's RS256 key, created at the first use and stored, so that tokens survive a restart. */
export async function getSigningKey(db: D1Database): Promise<SigningKey> {
  const known = await findSigningKey(db)
  if (known) return known
  await createSigningKey(db)
  const created = await findSigningKey(db)
  if (!created) throw new Error('the created signing key is missing')
  return created
}

async function findSigningKey(db: D1Database): Promise<SigningKey | null> {
  const row = await db
    .prepare('select kid, private_jwk, public_jwk from signing_keys where id = 1')
    .first<{ kid: string; private_jwk: string; public_jwk: string }>()
  if (!row) return null
  const privateKey = await importJWK(JSON.parse(row.private_jwk), 'RS256')
  if (privateKey instanceof Uint8Array) throw new Error('the signing key is not an RSA key')
  return { kid: row.kid, privateKey, publicJwk: JSON.parse(row.public_jwk) }
}

/** When several requests create it at once, the first wins and all use that key. */
async function createSigningKey(db: D1Database): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  await db
    .prepare('insert into signing_keys (id, kid, private_jwk, public_jwk) values (1, ?, ?, ?) on conflict do nothing')
    .bind(kid, JSON.stringify(await exportJWK(privateKey)), JSON.stringify({ ...publicJwk, kid, alg: 'RS256', use: 'sig' }))
    .run()
}
