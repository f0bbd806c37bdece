import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { type Registry, uploadRelease } from '@encre/registry-client'
import * as z from 'zod/mini'
import { type Variant, writeVariant } from './variants.ts'

const origin = process.env.ENCRE_ORIGIN ?? 'http://localhost:8787'

/** The registry of the site under test, with the platform's token. */
export function openRegistry(): Registry {
  const folder = process.env.ENCRE_DATA ?? join(import.meta.dirname, '../../.data', new URL(origin).port)
  const { PLATFORM_TOKEN } = z.parse(
    z.object({ PLATFORM_TOKEN: z.string() }),
    JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')),
  )
  return { origin, token: PLATFORM_TOKEN, author: 'journey' }
}

/** Uploads a version that nobody gets yet. */
export async function upload(registry: Registry, variant: Variant): Promise<void> {
  const directory = writeVariant(variant)
  await uploadRelease({ ...registry, directory })
  rmSync(directory, { recursive: true })
}

export interface Visitor {
  /** Undefined while no canary runs. */
  cookie: string | undefined
  composition: PageManifest
}

/** Someone new opens the site. */
export async function visit(cookie?: string): Promise<Visitor> {
  const response = await fetch(`${origin}/api/releases/compositions/current`, { headers: cookie ? { cookie } : {} })
  return {
    cookie: cookie ?? response.headers.getSetCookie()[0]?.split(';')[0],
    composition: parsePageManifest(await response.json()),
  }
}

/** Their page says how a remote went, from a network of their own. */
export async function vote({ composition }: Visitor, remote: string, outcome: string, address: string): Promise<number> {
  const response = await fetch(`${origin}/api/releases/outcomes`, {
    method: 'POST',
    headers: { 'cf-connecting-ip': address },
    body: JSON.stringify({ token: composition.token, remote, outcome }),
  })
  return response.status
}
