/** Whether an address is this machine's own, however it is spelled. */
export function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}
