import { randomInt } from 'node:crypto'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Registry } from '@encre/releases'
import getPort from 'get-port'
import type { Say } from './run-command.ts'
import { readSecrets } from './settings.ts'
import { startSite } from './site.ts'

export interface NewSite {
  origin: string
  dataFolder: string
  registry: Registry
  scratch: string
}

export async function withNewSite<Result>(
  say: Say,
  work: (site: NewSite) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'encre-site-'))
  const dataFolder = join(scratch.path, 'site')
  const site = await startSite({
    port: await freePortPair(),
    dataFolder,
    say,
    environment: {},
    ...(signal && { signal }),
  })
  try {
    const registry = { origin: site.origin, token: readSecrets(dataFolder).PLATFORM_TOKEN ?? '' }
    return await work({ origin: site.origin, dataFolder, registry, scratch: scratch.path })
  } finally {
    await site.stop()
  }
}

/**
 * The next port is free too. Both are below those of outgoing connections, which could take one
 * while the site is built.
 */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if ((await getPort({ port })) === port && (await getPort({ port: port + 1 })) === port + 1)
      return port
  }
}
