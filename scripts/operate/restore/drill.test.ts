import { expect, it } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import type { SiteStorage } from '../storage/site-storage.ts'
import { refuseVisitors, withEmptySite } from './restore-site.ts'

it('leaves nothing, also when the restore breaks off', async () => {
  const keys = new Set(['left from before'])
  const never = () => Promise.reject(new Error('not asked'))
  const target: SiteStorage = {
    databases: new Map(),
    buckets: new Map([
      [
        'gallery/IMAGES',
        {
          async *list() {
            for (const key of [...keys]) {
              yield { key, size: 0, etag: '', httpMetadata: {}, customMetadata: {} }
            }
          },
          read: never,
          write: never,
          delete: async (key: string) => void keys.delete(key),
        },
      ],
    ]),
  }
  const work = async () => {
    expect([...keys]).toEqual([])
    keys.add('owners/zoe/one')
    throw new Error('the network ended')
  }
  await expect(withEmptySite(target, () => {}, work)).rejects.toThrow('the network ended')
  expect([...keys]).toEqual([])
})

it('restores nothing for a drill where a worker would serve it', async () => {
  const cloudflare = await startFakeCloudflare()
  const account = readAccount(cloudflare.variables)
  await refuseVisitors(account, ['encre-gallery-staging'])
  cloudflare.scripts.set('encre-gallery-staging', { versions: [], deployments: [] })
  await expect(refuseVisitors(account, ['encre-gallery-staging'])).rejects.toThrow(
    'encre-gallery-staging is deployed',
  )
})
