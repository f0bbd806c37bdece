import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { type Registry, uploadRelease } from '@encre/releases'
import * as z from 'zod/mini'
import { type Variant, writeVariant } from './variants.ts'

const origin = process.env.ENCRE_ORIGIN ?? 'http://localhost:8787'

/** Opens the registry of the site under test with the platform's token. */
export function openRegistry(): Registry {
  const folder =
    process.env.ENCRE_DATA ?? join(import.meta.dirname, '../../.data', new URL(origin).port)
  const { PLATFORM_TOKEN } = z.parse(
    z.object({ PLATFORM_TOKEN: z.string() }),
    JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')),
  )
  return { origin, token: PLATFORM_TOKEN, author: 'journey' }
}

/** Uploads a version. No visitor gets it until it is promoted or becomes a canary. */
export async function upload(registry: Registry, variant: Variant): Promise<void> {
  const directory = writeVariant(variant)
  // Its fonts are read as text, which makes them larger.
  await uploadRelease({ ...registry, directory, grows: 'a variant of a test' })
  rmSync(directory, { recursive: true })
}

export interface Visitor {
  /** Undefined while no canary is active. */
  cookie: string | undefined
  manifest: PageManifest
}

/** Opens the site as a new visitor. */
export async function visit(): Promise<Visitor> {
  const response = await fetch(`${origin}/api/releases/compositions/current`)
  return {
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
    manifest: parsePageManifest(await response.json()),
  }
}

/**
 * Opens the site as new visitors until one gets this version of the remote. Returns their cookie,
 * `name=value`.
 */
export async function findVisitor(remote: string, version: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { cookie, manifest } = await visit()
    if (
      cookie &&
      manifest.remotes.some(({ name, current }) => name === remote && current.version === version)
    )
      return cookie
  }
  throw new Error(`no visitor of 50 gets ${version}`)
}

/** Sends the health report of the visitor's page from this address. Returns the status. */
export async function sendHealthReport(
  { manifest }: Visitor,
  remote: string,
  outcome: string,
  address: string,
): Promise<number> {
  const response = await fetch(`${origin}/api/releases/outcomes`, {
    method: 'POST',
    headers: { 'cf-connecting-ip': address },
    body: JSON.stringify({ token: manifest.token, remote, outcome }),
  })
  return response.status
}
