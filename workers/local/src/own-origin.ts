const names = ['localhost', '127.0.0.1', '[::1]']

/**
 * True where a request names this machine and the port of this worker, as its Host header says. A page elsewhere whose name resolves to
 * this machine still sends its own name.
 */
export function isOwnOrigin(url: string, ownOrigin: string): boolean {
  const { hostname, port } = new URL(url)
  return names.includes(hostname) && port === new URL(ownOrigin).port
}
