import { describe, expect, test, vi } from 'vitest'
import { failureText } from './failure-text.ts'
import { encode, hasTransparency, reducedSize } from './reduce-image.ts'

test.each([
  {
    image: 'a photo of a phone',
    from: { width: 4032, height: 3024, isVector: false },
    size: { width: 2048, height: 1536 },
  },
  {
    image: 'an image that is small enough',
    from: { width: 800, height: 600, isVector: false },
    size: { width: 800, height: 600 },
  },
  {
    image: 'a very long image',
    from: { width: 20_000, height: 3, isVector: false },
    size: { width: 2048, height: 1 },
  },
  {
    image: 'a small vector drawing',
    from: { width: 24, height: 48, isVector: true },
    size: { width: 512, height: 1024 },
  },
  {
    image: 'a large vector drawing',
    from: { width: 4096, height: 2048, isVector: true },
    size: { width: 2048, height: 1024 },
  },
  {
    image: 'a vector drawing without a size',
    from: { width: 0, height: 0, isVector: true },
    size: { width: 1024, height: 1024 },
  },
])('$image is drawn at its size', ({ from: { width, height, isVector }, size }) => {
  expect(reducedSize(width, height, isVector)).toEqual(size)
})

test('one pixel that is not opaque makes an image transparent', () => {
  expect(hasTransparency(new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, 255]))).toBe(false)
  expect(hasTransparency(new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, 254]))).toBe(true)
})

test.each([
  {
    name: 'every format, opaque',
    written: ['image/webp', 'image/jpeg'],
    isTransparent: false,
    type: 'image/webp',
  },
  { name: 'no WebP, opaque', written: ['image/jpeg'], isTransparent: false, type: 'image/jpeg' },
  { name: 'no WebP, transparent', written: ['image/jpeg'], isTransparent: true, type: 'image/png' },
  {
    name: 'every format, transparent',
    written: ['image/webp', 'image/jpeg'],
    isTransparent: true,
    type: 'image/png',
  },
])(
  'a browser that writes $name: the format of the file',
  async ({ written, isTransparent, type }) => {
    // A canvas writes PNG instead of a format that it does not know.
    const canvas = {
      toBlob: (callback: BlobCallback, requested = '') =>
        callback(
          new Blob(['image'], { type: written.includes(requested) ? requested : 'image/png' }),
        ),
    }
    expect((await encode(canvas, isTransparent)).type).toBe(type)
  },
)

test('a canvas that writes nothing is an error', async () => {
  await expect(
    encode({ toBlob: (callback: BlobCallback) => callback(null) }, false),
  ).rejects.toThrow('writes no')
})

describe('the text of a failure', () => {
  test.each(['a-code-of-a-newer-worker', 'constructor', 'toString'])(
    'the unknown code %s has the sentence for the unexpected',
    (code) => {
      expect(failureText(code)).toEqual({ title: 'An unexpected error occurred', reason: null })
    },
  )

  test('names a missing network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(failureText('unavailable').reason?.text).toBe(
      'Vous êtes hors ligne. Vérifiez votre réseau, puis réessayez.',
    )
    expect(failureText('provider-unavailable').reason?.text).toBe(
      'Le service d’images ne répond pas. Veuillez réessayer plus tard.',
    )
  })
})
