import { describe, expect, test, vi } from 'vitest'
import { failureText } from './failure-text.ts'
import { encode, hasTransparency, reducedSize } from './reduce-image.ts'

test.each([
  ['a photo of a phone', [4032, 3024, false], { width: 2048, height: 1536 }],
  ['an image that is small enough', [800, 600, false], { width: 800, height: 600 }],
  ['a very long image', [20_000, 3, false], { width: 2048, height: 1 }],
  ['a small vector drawing', [24, 48, true], { width: 512, height: 1024 }],
  ['a large vector drawing', [4096, 2048, true], { width: 2048, height: 1024 }],
  ['a vector drawing without a size', [0, 0, true], { width: 1024, height: 1024 }],
] as const)('%s is drawn at its size', (_, [width, height, isVector], size) => {
  expect(reducedSize(width, height, isVector)).toEqual(size)
})

test('one pixel that is not opaque makes an image transparent', () => {
  expect(hasTransparency(new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, 255]))).toBe(false)
  expect(hasTransparency(new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, 254]))).toBe(true)
})

test.each([
  ['every format, opaque', ['image/webp', 'image/jpeg'], false, 'image/webp'],
  ['no WebP, opaque', ['image/jpeg'], false, 'image/jpeg'],
  ['no WebP, transparent', ['image/jpeg'], true, 'image/png'],
  ['every format, transparent', ['image/webp', 'image/jpeg'], true, 'image/png'],
])('a browser that writes %s: the format of the file', async (_, written, isTransparent, type) => {
  // A canvas writes PNG instead of a format that it does not know.
  const canvas = {
    toBlob: (callback: BlobCallback, asked = '') =>
      callback(new Blob(['image'], { type: written.includes(asked) ? asked : 'image/png' })),
  }
  expect((await encode(canvas, isTransparent)).type).toBe(type)
})

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
