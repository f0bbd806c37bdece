const names = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the Host header names this machine and the port of this worker. Refuses DNS rebinding: a site whose name resolves to this machine
 * still sends its own name.
 */
export function isOwnOrigin(url: string, ownOrigin: string): boolean {
  const { hostname, port } = new URL(url)
  return names.includes(hostname) && port === new URL(ownOrigin).port
}
