import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) {
    server.close().closeAllConnections()
  }
})

/**
 * Starts a server on a free port of this machine, until the last test of the importing file.
 * Returns its origin.
 */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
