import { beforeEach, expect, it, vi } from 'vitest'
import { DownloadRefusedError, downloadImage } from './image-download.ts'

const origins = 'https://images.provider.test,http://localhost:9799'

const addresses = [
  // Other hosts
  'https://elsewhere.test/a.png',
  'https://images.provider.test.elsewhere.test/a.png',
  'https://elsewhere.test/images.provider.test/a.png',
  'https://elsewhere.test?https://images.provider.test/a.png',
  'https://elsewhere.test#@images.provider.test/a.png',
  'https://elsewhere.test\\@images.provider.test/a.png',
  'https://elsewhere.test%2f@images.provider.test/a.png',
  'https://images.provider.test@elsewhere.test/a.png',
  'https://images.provider.test:443@elsewhere.test/a.png',
  'https://ximages.provider.test/a.png',
  'https://images-provider.test/a.png',
  'https://sub.images.provider.test/a.png',
  'https://provider.test/a.png',
  'https://images.provider.test./a.png',
  'https://images。provider。test.elsewhere.test/a.png',
  'https://іmages.provider.test/a.png',
  // Credentials
  'https://user@images.provider.test/a.png',
  'https://user:pass@images.provider.test/a.png',
  'https://:pass@images.provider.test/a.png',
  'http://user@localhost:9799/a.png',
  // Other ports and schemes
  'http://images.provider.test/a.png',
  'https://images.provider.test:8443/a.png',
  'https://images.provider.test:80/a.png',
  'https://localhost:9799/a.png',
  'http://localhost/a.png',
  'http://localhost:9798/a.png',
  'ftp://images.provider.test/a.png',
  'file:///etc/passwd',
  'file://images.provider.test/a.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'javascript:fetch("https://elsewhere.test")',
  'blob:https://images.provider.test/5d1c',
  'gopher://images.provider.test/',
  'ws://images.provider.test/',
  'wss://images.provider.test/',
  'about:blank',
  // This machine, its network and the metadata of clouds
  'http://127.0.0.1:9799/a.png',
  'http://127.1:9799/a.png',
  'http://2130706433:9799/a.png',
  'http://0x7f000001:9799/a.png',
  'http://0177.0.0.1:9799/a.png',
  'http://0:9799/a.png',
  'http://0.0.0.0:9799/a.png',
  'http://[::1]:9799/a.png',
  'http://[::]:9799/a.png',
  'http://[::ffff:127.0.0.1]:9799/a.png',
  'http://[::ffff:7f00:1]:9799/a.png',
  'http://10.0.0.1/a.png',
  'http://172.16.0.1/a.png',
  'http://192.168.1.1/a.png',
  'http://100.64.0.1/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://localhost.elsewhere.test:9799/a.png',
  'http://127.0.0.1.nip.io:9799/a.png',
  'http://localtest.me:9799/a.png',
  // No addresses
  '',
  ' ',
  'images.provider.test/a.png',
  '//images.provider.test/a.png',
  '/a.png',
  'https://',
  'https:///a.png',
  'http://[::1/a.png',
  'https://images.provider.test:99999/a.png',
  'https://exa mple.test/a.png',
  '\u0000https://elsewhere.test/a.png',
  'null',
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
