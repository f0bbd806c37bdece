import type { Pixels } from '@encre/stencil/pixels'

/**
 * A drawn picture as a diffusion model would hand it over: blurred by 0.8 px, on unevenly lit off-white paper, with grain, and
 * through a lossy codec (colour at half the size, 8 x 8 cosines quantised as at quality 82).
 */
export function soften(picture: Pixels): Pixels {
  const { width, height } = picture
  const random = createRandom(11)
  const planes = [0, 1, 2].map((channel) => {
    const plane = Float32Array.from({ length: width * height }, (_, index) => picture.data[4 * index + channel] ?? 255)
    return blurPlane(plane, width, height, 0.8)
  })
  const paper = [250, 246, 238]
  const [red, green, blue] = planes.map((plane, channel) =>
    plane.map((value, index) => {
      const [x, y] = [(index % width) / width, Math.floor(index / width) / height]
      const light = 1 - 0.03 * Math.hypot(x - 0.4, y - 0.45) - 0.008 * Math.sin(9 * x + 5 * y)
      return (value / 255) * (paper[channel] ?? 255) * light + 5 * (random() + random() + random() - 1.5)
    }),
  )
  const at = (plane: Float32Array | undefined, index: number) => plane?.[index] ?? 0
  const luma = Float32Array.from({ length: width * height }, (_, i) => 0.299 * at(red, i) + 0.587 * at(green, i) + 0.114 * at(blue, i))
  const cb = halve(
    luma.map((y, i) => (at(blue, i) - y) * 0.564),
    width,
    height,
  )
  const cr = halve(
    luma.map((y, i) => (at(red, i) - y) * 0.713),
    width,
    height,
  )
  quantise(luma, width, height, 6)
  const data = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < luma.length; i++) {
    const [y, b, r] = [at(luma, i), at(cb, i), at(cr, i)]
    data.set([y + 1.403 * r, y - 0.344 * b - 0.714 * r, y + 1.773 * b, 255], 4 * i)
  }
  return { width, height, data }
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function blurPlane(plane: Float32Array<ArrayBuffer>, width: number, height: number, sigma: number): Float32Array<ArrayBuffer> {
  const kernel = [-3, -2, -1, 0, 1, 2, 3].map((i) => Math.exp(-(i * i) / (2 * sigma * sigma)))
  const sum = kernel.reduce((total, weight) => total + weight, 0)
  const pass = (from: Float32Array, stepX: number, stepY: number) => {
    const out = new Float32Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        let total = 0
        for (let i = -3; i <= 3; i++) {
          const column = Math.min(width - 1, Math.max(0, x + i * stepX))
          const row = Math.min(height - 1, Math.max(0, y + i * stepY))
          total += (from[row * width + column] ?? 0) * (kernel[i + 3] ?? 0)
        }
        out[y * width + x] = total / sum
      }
    }
    return out
  }
  return pass(pass(plane, 1, 0), 0, 1)
}

/** Each square of four pixels gets its mean, as colour does in 4:2:0. */
function halve(plane: Float32Array<ArrayBuffer>, width: number, height: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, top] = [x & ~1, y & ~1]
      let sum = 0
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        sum += plane[Math.min(height - 1, top + dy) * width + Math.min(width - 1, left + dx)] ?? 0
      }
      out[y * width + x] = sum / 4
    }
  }
  return out
}

/** Rounds the cosines of each 8 x 8 block, fine ones more coarsely. In place. */
function quantise(plane: Float32Array<ArrayBuffer>, width: number, height: number, step: number): void {
  const cosines = Float64Array.from({ length: 64 }, (_, at) => {
    const [frequency, place] = [at >> 3, at & 7]
    return Math.sqrt((frequency === 0 ? 1 : 2) / 8) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
  })
  const block = new Float64Array(64)
  const turned = new Float64Array(64)
  const transform = (from: Float64Array, to: Float64Array, isInverse: boolean) => {
    for (let row = 0; row < 8; row++) {
      for (let k = 0; k < 8; k++) {
        let sum = 0
        for (let n = 0; n < 8; n++) sum += (from[row * 8 + n] ?? 0) * (cosines[isInverse ? n * 8 + k : k * 8 + n] ?? 0)
        to[k * 8 + row] = sum
      }
    }
  }
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let i = 0; i < 64; i++) block[i] = plane[(top + (i >> 3)) * width + left + (i & 7)] ?? 0
      transform(block, turned, false)
      transform(turned, block, false)
      for (let i = 0; i < 64; i++) {
        const size = step * (1 + 0.5 * ((i >> 3) + (i & 7)))
        block[i] = Math.round((block[i] ?? 0) / size) * size
      }
      transform(block, turned, true)
      transform(turned, block, true)
      for (let i = 0; i < 64; i++) plane[(top + (i >> 3)) * width + left + (i & 7)] = block[i] ?? 0
    }
  }
}
