/** Whether an address is on loopback, in any spelling. */
export function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}
