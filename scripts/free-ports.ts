import { createServer } from 'node:net'

/** A free port whose next one is free too: the site's, and the embedded services'. */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await listenOnce(0)
    if (port < 65535 && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  )
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
