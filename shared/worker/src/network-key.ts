import { networkKeyHeader } from '@encre/protocol/network'

/**
 * The keyed hash of the visitor's network, as the shell's worker sets it. Null without one, as for
 * calls between workers.
 */
export function readNetworkKey(headers: Headers): string | null {
  const key = headers.get(networkKeyHeader)
  return key && /^[0-9a-f]{32}$/.test(key) ? key : null
}
