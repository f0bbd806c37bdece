/**
 * Header in which the shell's worker gives a feature's worker the visitor's network: 32 hex digits, a keyed hash that changes every UTC
 * day. The shell's worker removes what a client sent under this name.
 */
export const networkKeyHeader = 'x-network-key'

/** Whether a URL names this machine: `localhost`, 127.0.0.0/8 or `[::1]`. False for a text that is no URL. */
export function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}
