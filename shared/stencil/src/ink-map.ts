import type { Box, Field } from './pixels.ts'

/** Says whether line art has ink in a rectangle of millimetres from the top left of the ink. */
export type HasInk = (x: number, y: number, width: number, height: number) => boolean

/** Builds a summed-area table of line art, so that each question takes four look-ups. */
export function mapInk(lineArt: Field, box: Box, mmPerPixel: number): HasInk {
  const { width, height, data } = lineArt
  const sums = new Int32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += (data[y * width + x] ?? 0) >= 0.5 ? 1 : 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  const sumAt = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0
  const clamp = (value: number, maximum: number) => Math.min(maximum, Math.max(0, value))
  return (x, y, rectangleWidth, rectangleHeight) => {
    const left = clamp(Math.floor(x / mmPerPixel + box.x), width)
    const right = clamp(Math.ceil((x + rectangleWidth) / mmPerPixel + box.x), width)
    const top = clamp(Math.floor(y / mmPerPixel + box.y), height)
    const bottom = clamp(Math.ceil((y + rectangleHeight) / mmPerPixel + box.y), height)
    return sumAt(right, bottom) - sumAt(left, bottom) - sumAt(right, top) + sumAt(left, top) > 0
  }
}
