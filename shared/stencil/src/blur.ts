import { createField, type Field } from './pixels.ts'

/** Gaussian blur; `sigma` in pixels. The border repeats. */
export function blur(field: Field, sigma: number): Field {
  const reach = Math.max(1, Math.ceil(3 * sigma))
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)))
  const sum = kernel.reduce((total, weight) => total + weight, 0)
  for (let i = 0; i < kernel.length; i++) kernel[i] = (kernel[i] ?? 0) / sum
  return transposeBlurred(transposeBlurred(field, kernel, reach), kernel, reach)
}

/** Blurs the rows and turns rows into columns, so that two passes do both directions. */
function transposeBlurred({ width, height, data }: Field, kernel: Float32Array, reach: number): Field {
  const out = createField(height, width)
  const row = new Float32Array(width + 2 * reach)
  for (let y = 0; y < height; y++) {
    row.set(data.subarray(y * width, (y + 1) * width), reach)
    row.fill(row[reach] ?? 0, 0, reach)
    row.fill(row[reach + width - 1] ?? 0, reach + width)
    for (let x = 0; x < width; x++) {
      let total = 0
      for (let i = 0; i < kernel.length; i++) total += (row[x + i] ?? 0) * (kernel[i] ?? 0)
      out.data[x * height + y] = total
    }
  }
  return out
}
