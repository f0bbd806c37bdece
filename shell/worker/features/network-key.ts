/** The visitor's network as 32 hex digits: an HMAC with the site's secret, another one every UTC day. Null for an invalid address. */
export async function createNetworkKey(address: string, secret: string, now = new Date()): Promise<string | null> {
  const network = networkOf(address)
  if (!network) return null
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign'])
  const message = `network ${now.toISOString().slice(0, 10)} ${network}`
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message)), 0, 16).toHex()
}

/** The /24 of an IPv4 address, the /64 of an IPv6 address. Null for anything else. */
export function networkOf(address: string): string | null {
  const ipv4 = address.match(/^(?:::ffff:)?((?:\d{1,3}\.){3})\d{1,3}$/i)?.[1]
  if (ipv4) return `${ipv4}0/24`
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return null
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`
}

/** The eight groups of a valid IPv6 address, without leading zeros: `2001:db8::1` is 2001, db8, 0, 0, 0, 0, 0, 1. */
export function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)]
  return all.map((group) => Number.parseInt(group, 16).toString(16))
}
