import type { Pixels } from '@encre/stencil/pixels'

/** A drawn picture as a diffusion model would hand it over: blurred by 0.8 px, on unevenly lit off-white paper, with grain. */
export function soften(picture: Pixels): Pixels {
  const { width, height } = picture
  const random = createRandom(11)
  const planes = [0, 1, 2].map((channel) => {
    const plane = Float32Array.from({ length: width * height }, (_, index) => picture.data[4 * index + channel] ?? 255)
    return blurPlane(plane, width, height, 0.8)
  })
  const paper = [250, 246, 238]
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let index = 0; index < width * height; index++) {
    const [x, y] = [(index % width) / width, Math.floor(index / width) / height]
    const light = 1 - 0.03 * Math.hypot(x - 0.4, y - 0.45) - 0.008 * Math.sin(9 * x + 5 * y)
    for (const [channel, plane] of planes.entries()) {
      const grain = 5 * (random() + random() + random() - 1.5)
      data[4 * index + channel] = ((plane[index] ?? 255) / 255) * (paper[channel] ?? 255) * light + grain
    }
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
