import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { isOnThisMachine } from '@encre/protocol/loopback'
import type { Registry } from '@encre/registry-client'
import { secretValues } from '@encre/worker/secrets'
import { ExpectedError } from '../lib/expected-error.ts'

/** Reads from the environment which registry to call, and with which token. A site that `npm start` runs here needs neither. */
export function readRegistry(): Registry {
  const origin = readOrigin()
  const token = process.env.ENCRE_RELEASE_TOKEN ?? readLocalToken(origin)
  if (!token) throw new ExpectedError(`Set ENCRE_RELEASE_TOKEN to your team's token for ${origin}`)
  return { origin, token, author: userInfo().username }
}

function readOrigin(): string {
  const given = process.env.ENCRE_ORIGIN ?? `http://localhost:${process.env.PORT ?? 8787}`
  if (!URL.canParse(given)) throw new ExpectedError(`ENCRE_ORIGIN is "${given}". It must be an address, as in https://encre.example`)
  const { origin, port } = new URL(given)
  // The pages of a local site belong to this origin, so 127.0.0.1 would be another site for the browser.
  return isOnThisMachine(origin) ? `http://localhost:${port}` : origin
}

/** The platform token of a site that `npm start` runs on this machine. */
function readLocalToken(origin: string): string | undefined {
  const path = join(root, '.data', new URL(origin).port, 'secrets.json')
  if (!isOnThisMachine(origin) || !existsSync(path)) return undefined
  return secretValues('PLATFORM_TOKEN', JSON.parse(readFileSync(path, 'utf8')).PLATFORM_TOKEN ?? '')[0]
}
