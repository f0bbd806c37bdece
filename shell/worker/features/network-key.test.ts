import { expect, it } from 'vitest'
import { createNetworkKey, networkOf } from './network-key.ts'

it.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', null],
  ['nonsense', null],
  ['2001:db8:::1', null],
])('finds the network of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('gives one network one key a day, and another key to another network, day or site', async () => {
  const day = new Date('2026-11-20T10:00:00Z')
  const key = await createNetworkKey('198.51.100.7', 'secret', day)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(await createNetworkKey('198.51.100.200', 'secret', new Date('2026-11-20T23:59:59Z'))).toBe(key)
  const others = await Promise.all([
    createNetworkKey('198.51.101.7', 'secret', day),
    createNetworkKey('198.51.100.7', 'secret', new Date('2026-11-21T00:00:00Z')),
    createNetworkKey('198.51.100.7', 'another', day),
  ])
  expect(new Set([key, ...others]).size).toBe(4)
})
