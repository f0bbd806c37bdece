import { beforeEach, expect, it, vi } from 'vitest'
import { DownloadRefusedError, downloadImage } from './image-download.ts'

const origins = ['https://images.provider.test', 'http://localhost:9799']

// One address for each way in which a weaker comparison would let it pass.
const addresses = [
  'https://elsewhere.test/a.png',
  'https://images.provider.test.elsewhere.test/a.png',
  'https://elsewhere.test/images.provider.test/a.png',
  'https://elsewhere.test\\@images.provider.test/a.png',
  'https://images.provider.test@elsewhere.test/a.png',
  'https://sub.images.provider.test/a.png',
  'https://user@images.provider.test/a.png',
  'http://images.provider.test/a.png',
  'https://images.provider.test:8443/a.png',
  'blob:https://images.provider.test/5d1c',
  'http://127.0.0.1:9799/a.png',
  'http://[::1]:9799/a.png',
  '//images.provider.test/a.png',
]

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(new Uint8Array([1])))
})

const download = (address: string) => downloadImage(address, origins, new AbortController().signal)

it.each(addresses)('sends nothing to %j', async (address) => {
  await expect(download(address)).rejects.toThrow(DownloadRefusedError)
  expect(fetch).not.toHaveBeenCalled()
})

it('does not follow a redirect of a listed origin', async () => {
  vi.mocked(fetch).mockImplementation(
    async () =>
      new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
  )
  await expect(download('https://images.provider.test/a.png')).rejects.toThrow('status 302')
  const [address, init] = vi.mocked(fetch).mock.lastCall ?? []
  expect([address, init?.redirect]).toEqual([
    new URL('https://images.provider.test/a.png'),
    'manual',
  ])
})

it.each([
  'https://images.provider.test/a.png',
  'HTTPS://IMAGES.PROVIDER.TEST:443/a.png',
  'http://localhost:9799/a.png',
])('downloads %s', async (address) => {
  await download(address)
  expect(fetch).toHaveBeenCalledOnce()
})
