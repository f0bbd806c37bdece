import getPort from 'get-port'

/** Finds a free port whose successor is free too: one for the site, one for the embedded services. */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await getPort()
    if (port < 65535 && (await getPort({ port: port + 1 })) === port + 1) return port
  }
}
