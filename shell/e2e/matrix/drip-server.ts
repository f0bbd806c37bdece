import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What no intercepted answer can do, from a real server: never answer, answer a byte a second, stop in the middle. */
export async function startDripServer(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const way = request.url?.split('/')[1]
    if (way === 'hang') return
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 30_000 })
    if (way === 'truncate') {
      response.write('"use strict";')
      setTimeout(() => response.destroy(), 50)
      return
    }
    const drip = setInterval(() => response.write(' '), 1000)
    response.on('close', () => clearInterval(drip))
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
