import { createHash } from 'node:crypto'
import type { Miniflare } from 'miniflare'
import type { FakeObject, FakeObjects } from '../../operate/cloudflare/testing/fake-storage.ts'
import { storageName } from './worker-options.ts'

/** The objects of the workers' own buckets, as the account's API has them. */
export function createObjects(
  listBuckets: () => Iterable<string>,
  runtime: () => Promise<Miniflare>,
): FakeObjects {
  const open = async (place: string) => {
    const [bucket = '', ...rest] = place.split('/')
    return { bucket: await (await runtime()).getR2Bucket(bucket, storageName), key: rest.join('/') }
  }
  return {
    async get(place) {
      const { bucket, key } = await open(place)
      const object = await bucket.get(key)
      if (!object) return undefined
      const { size, etag, httpMetadata, customMetadata } = object
      const listed = { size, etag, http_metadata: httpMetadata, custom_metadata: customMetadata }
      return { bytes: Buffer.from(await object.arrayBuffer()), listed }
    },
    async set(place, { bytes, listed }: FakeObject) {
      const { bucket, key } = await open(place)
      const { http_metadata, custom_metadata } = Object(listed)
      await bucket.put(key, bytes, {
        md5: createHash('md5').update(bytes).digest('hex'),
        httpMetadata: http_metadata,
        customMetadata: custom_metadata,
      })
    },
    async delete(place) {
      const { bucket, key } = await open(place)
      await bucket.delete(key)
    },
    async *keys() {
      for (const name of listBuckets()) {
        const { bucket } = await open(name)
        let cursor: string | undefined
        do {
          const page = await bucket.list({ ...(cursor && { cursor }) })
          for (const { key } of page.objects) {
            yield `${name}/${key}`
          }
          cursor = page.truncated ? page.cursor : undefined
        } while (cursor)
      }
    },
  }
}
