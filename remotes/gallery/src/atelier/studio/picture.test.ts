import { beforeEach, expect, test, vi } from 'vitest'
import { invertPixels, PictureError, readShownPicture } from './picture.ts'

const { signal } = new AbortController()

/** An image of the page whose file is still on its way. */
function createImage() {
  const image = new Image()
  const state = { complete: false, naturalWidth: 0, naturalHeight: 0 }
  for (const name of Object.keys(state))
    Object.defineProperty(image, name, { get: () => Reflect.get(state, name) })
  const finish = (event: 'load' | 'error', side: number) => {
    Object.assign(state, { complete: true, naturalWidth: side, naturalHeight: side })
    image.dispatchEvent(new Event(event))
  }
  return { image, finish }
}

let drawImage: ReturnType<typeof vi.fn>

beforeEach(() => {
  drawImage = vi.fn()
  const getImageData = (_x: number, _y: number, w: number, h: number) => ({
    data: new Uint8ClampedArray(4 * w * h).fill(7),
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    return { canvas: this, drawImage, getImageData } as unknown as RenderingContext
  })
})

test('draws an image of the page once it is loaded, and does not decode it elsewhere', async () => {
  const { image, finish } = createImage()
  const decode = vi.spyOn(image, 'decode')
  const picture = readShownPicture(image, signal)
  await Promise.resolve()
  expect(drawImage).not.toHaveBeenCalled()

  finish('load', 4)
  const { width, height, data } = await picture
  expect([width, height, data.every((value) => value === 7)]).toEqual([4, 4, true])
  // It was loaded before this script ran.
  expect((await readShownPicture(image, signal)).width).toBe(4)
  expect(decode).not.toHaveBeenCalled()
})

test('says that an image which cannot be loaded is unreadable, now or before', async () => {
  const { image, finish } = createImage()
  const picture = readShownPicture(image, signal)
  finish('error', 0)
  await expect(picture).rejects.toEqual(new PictureError('unreadable'))
  await expect(readShownPicture(image, signal)).rejects.toEqual(new PictureError('unreadable'))
})

test('white lines on nothing or on black become black lines on white paper', () => {
  const data = new Uint8ClampedArray([0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255])
  expect([...invertPixels({ width: 3, height: 1, data }).data]).toEqual([
    ...[255, 255, 255, 255],
    ...[0, 0, 0, 255],
    ...[255, 255, 255, 255],
  ])
})
