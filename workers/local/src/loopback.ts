const names = ['localhost', '127.0.0.1', '[::1]']

/** Checks the host name, because a foreign name that resolves to this machine still sends itself as the host. */
export function isLoopback(url: string): boolean {
  return names.includes(new URL(url).hostname)
}
