import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server for the faults that an intercepted request cannot have: `/hang` never answers, `/slow` sends a byte a second, `/truncate` stops early. */
export async function startSlowServer(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('/')[1]
    if (path === 'hang') return
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 30_000 })
    if (path === 'truncate') {
      response.write('"use strict";')
      setTimeout(() => response.destroy(), 50)
      return
    }
    const bytes = setInterval(() => response.write(' '), 1000)
    response.on('close', () => clearInterval(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
