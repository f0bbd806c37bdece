const names = ['localhost', '127.0.0.1', '[::1]']

/** A page elsewhere whose name resolves to this machine still sends its own name. */
export function isLoopback(url: string): boolean {
  return names.includes(new URL(url).hostname)
}
