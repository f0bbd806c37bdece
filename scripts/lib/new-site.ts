import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Registry } from '@encre/registry-client'
import getPort from 'get-port'
import { readSecrets } from './settings.ts'
import { startSite } from './site.ts'

/** A site with empty databases, for one script. */
export interface NewSite {
  origin: string
  dataFolder: string
  /** The site's registry, with the platform's token. */
  registry: Registry
  /** A folder for the script's own files. It goes with the site. */
  scratch: string
}

/** Starts a site on free ports with the settings of `npm start`, does the work, then stops the site and deletes its data. */
export async function withNewSite<Result>(
  say: (sentence: string) => void,
  work: (site: NewSite) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'encre-site-'))
  const dataFolder = join(scratch, 'site')
  try {
    const site = await startSite({ port: await freePortPair(), dataFolder, say, environment: {}, ...(signal && { signal }) })
    try {
      const registry = { origin: site.origin, token: readSecrets(dataFolder).PLATFORM_TOKEN ?? '' }
      return await work({ origin: site.origin, dataFolder, registry, scratch })
    } finally {
      await site.stop()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Finds a free port whose successor is free too: one for the site, one for the embedded services. The ports are below those that the
 * system gives to outgoing connections, which could take one while the site is built.
 */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if ((await getPort({ port })) === port && (await getPort({ port: port + 1 })) === port + 1) return port
  }
}
