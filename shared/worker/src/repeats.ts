import { repeatKeyHeader } from '@encre/protocol/write-keys'
import type { Context } from 'hono'
import { base64url, hashToken, importHmacKey, secretValues } from './secrets.ts'

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
  const asked = Object.entries(body).filter(([name]) => !keyFields.includes(name))
  const keyHash = await hashToken(JSON.stringify([purpose, owner, key]))
  const bodyHash = await hashToken(JSON.stringify(asked))
  const [first, ...leaving] = secretValues('the secret of addresses', secret)
  const nameWith = (value: string) => createName(value, `${keyHash}\n${bodyHash}`)
  return {
    keyHash,
    bodyHash,
    names: [await nameWith(first), ...(await Promise.all(leaving.map(nameWith)))],
  }
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
