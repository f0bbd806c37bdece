import { randomInt } from 'node:crypto'
import getPort from 'get-port'

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
