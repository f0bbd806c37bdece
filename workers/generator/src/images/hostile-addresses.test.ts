import { beforeEach, expect, it, vi } from 'vitest'
import { DownloadRefusedError, downloadImage } from './image-download.ts'

const origins = 'https://images.provider.test,http://localhost:9799'

const addresses = [
  // Other hosts
  'https://elsewhere.test/a.png',
  'https://images.provider.test.elsewhere.test/a.png',
  'https://elsewhere.test/images.provider.test/a.png',
  'https://elsewhere.test\\@images.provider.test/a.png',
  'https://images.provider.test@elsewhere.test/a.png',
  'https://ximages.provider.test/a.png',
  'https://sub.images.provider.test/a.png',
  'https://images。provider。test.elsewhere.test/a.png',
  'https://іmages.provider.test/a.png',
  // Credentials
  'https://user@images.provider.test/a.png',
  // Other ports and schemes
  'http://images.provider.test/a.png',
  'https://images.provider.test:8443/a.png',
  'http://localhost/a.png',
  'ftp://images.provider.test/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  'javascript:fetch("https://elsewhere.test")',
  'blob:https://images.provider.test/5d1c',
  // This machine, its network and the metadata of clouds
  'http://127.0.0.1:9799/a.png',
  'http://2130706433:9799/a.png',
  'http://[::1]:9799/a.png',
  'http://[::ffff:127.0.0.1]:9799/a.png',
  'http://192.168.1.1/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost.elsewhere.test:9799/a.png',
  // No addresses
  '',
  'images.provider.test/a.png',
  '//images.provider.test/a.png',
  '/a.png',
  'http://[::1/a.png',
  '\u0000https://elsewhere.test/a.png',
]

beforeEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('an image'))
})

it.each(addresses)('sends nothing to %j', async (address) => {
  await expect(downloadImage(address, origins, new AbortController().signal)).rejects.toThrow(DownloadRefusedError)
  expect(fetch).not.toHaveBeenCalled()
})

it('does not follow a redirect of a listed origin', async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }))
  await expect(downloadImage('https://images.provider.test/a.png', origins, new AbortController().signal)).rejects.toThrow('status 302')
  expect(vi.mocked(fetch).mock.calls).toEqual([
    [new URL('https://images.provider.test/a.png'), expect.objectContaining({ redirect: 'manual' })],
  ])
})

it.each(['https://images.provider.test/a.png', 'HTTPS://IMAGES.PROVIDER.TEST:443/a.png', 'http://localhost:9799/a.png'])(
  'downloads %s',
  async (address) => {
    await downloadImage(address, origins, new AbortController().signal)
    expect(fetch).toHaveBeenCalledOnce()
  },
)
