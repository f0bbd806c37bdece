import { repeatKeyHeader } from '@encre/protocol/repeat-key'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { isoDate } from './moment.ts'
import { columnOf, parseRows } from './rows.ts'
import { base64url, hashToken, importHmacKey, secretValues } from './secrets.ts'

// The worker's half of a repeated request: the same key and body have one effect, and an address
// that ended opens nothing again. `serve.ts` reads the key; what creates asks `readRepeat`. The
// page's half: `shared/remote-kit/src/choose-repeat-key.ts`, and `shared/protocol/src/writer.ts`,
// which sends again.

/** A request that its page may send again. */
export interface Repeat {
  /** Stands for the page's key. The same for every request that one owner sends with it. */
  keyHash: string
  /** Stands for what is asked for. */
  bodyHash: string
  /** What the request may create, made with each value of the secret: the first one names, all are known. */
  names: [Name, ...Name[]]
}

interface Name {
  /** A UUID. */
  id: string
  /** 128 bits in base64url, for an address that opens without a sign-in. */
  token: string
}

/** The fields in which pages from before the header send their key. */
const keyFields = ['id', 'token']

/** The key of a request. A page that sends none sends a request that it does not repeat. */
export function readRepeatKey(c: Context, ...parts: unknown[]): string {
  const fields = new Map(parts.flatMap((part) => Object.entries(Object(part))))
  const sent = [c.req.header(repeatKeyHeader), ...keyFields.map((name) => fields.get(name))]
  return String(sent.find((key) => key !== undefined) ?? crypto.randomUUID())
}

/**
 * Makes the names of what a request creates, so that a repeat makes the same ones and nobody else
 * can. `owner` is the member, or the link whose visitor asks; `secret` is a setting, with two values
 * while it is rotated.
 */
export async function readRepeat(
  secret: string,
  { purpose, owner, key, body }: { purpose: string; owner: string; key: string; body: object },
): Promise<Repeat> {
  const request = Object.entries(body).filter(([name]) => !keyFields.includes(name))
  const keyHash = await hashToken(JSON.stringify([purpose, owner, key]))
  const bodyHash = await hashToken(JSON.stringify(request))
  const [first, ...leaving] = secretValues('the secret of addresses', secret)
  const nameWith = (value: string) => createName(value, `${keyHash}\n${bodyHash}`)
  return {
    keyHash,
    bodyHash,
    names: [await nameWith(first), ...(await Promise.all(leaving.map(nameWith)))],
  }
}

/**
 * The token of the address that a request creates, once per key, in a table with a hash of it.
 * `row` has the other columns. Null if the address has ended: it opens nothing again.
 */
export async function createAddress(
  db: D1Database,
  { names }: Repeat,
  table: 'archives' | 'export_links',
  { expiresAt, ...row }: { expiresAt: string; memberId: string; designIds?: string },
): Promise<string | null> {
  const hashes = await Promise.all(names.map(({ token }) => hashToken(token)))
  const known = `select token_hash from ${table} where token_hash in (select value from json_each(?1))`
  const columns = Object.keys(row)
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into ${table} (token_hash, expires_at, ${columns.map(columnOf).join(', ')})
         select ?2, ?3, ${columns.map((_, at) => `?${at + 4}`).join(', ')} where not exists (${known})`,
      )
      .bind(JSON.stringify(hashes), hashes[0], expiresAt, ...Object.values(row)),
    db.prepare(`${known} and expires_at > ?2`).bind(JSON.stringify(hashes), isoDate()),
  ])
  const [stored] = parseRows(found, z.object({ token_hash: z.string() }))
  return names[hashes.indexOf(stored?.token_hash ?? '')]?.token ?? null
}

async function createName(secret: string, message: string): Promise<Name> {
  const key = await importHmacKey(secret)
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message))
  const hex = new Uint8Array(signature, 16, 16).toHex()
  const token = new Uint8Array(signature, 0, 16)
  return {
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    token: token.toBase64(base64url),
  }
}
