/**
 * The visitor's network for a feature's worker: 32 hex digits, a keyed hash of the UTC day. A
 * client's own header is removed.
 */
export const networkKeyHeader = 'x-network-key'

/**
 * Whether a URL names this machine: `localhost`, 127.0.0.0/8 or `[::1]`. False for a text that is
 * no URL.
 */
export function isOnThisMachine(address: string): boolean {
  return (
    URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
  )
}
