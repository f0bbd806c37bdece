import { createField, type Field } from './pixels.ts'
import { sumOf } from './quantile.ts'

/**
 * Gaussian blur; `sigma` in pixels. The border repeats. From 4 pixels on three running means
 * imitate it, so that time does not grow.
 */
export function blur(field: Field, sigma: number): Field {
  const blurRow = sigma < 4 ? convolve(sigma) : averageThrice(sigma)
  return blurColumns(blurColumns(field, blurRow), blurRow)
}

interface RowBlur {
  readonly reach: number
  /** Blurs `row`, which has `reach` more values at both ends, into `out`. */
  readonly apply: (row: Float32Array, out: Float32Array) => void
}

function convolve(sigma: number): RowBlur {
  const reach = Math.max(1, Math.ceil(3 * sigma))
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  )
  const sum = sumOf(kernel)
  for (let i = 0; i < kernel.length; i++) kernel[i] = (kernel[i] ?? 0) / sum
  return {
    reach,
    apply(row, out) {
      const middle = kernel[reach] ?? 0
      for (let x = 0; x < out.length; x++) out[x] = middle * (row[x + reach] ?? 0)
      for (let i = 0; i < reach; i++) {
        const weight = kernel[i] ?? 0
        const opposite = 2 * reach - i
        for (let x = 0; x < out.length; x++)
          out[x] = (out[x] ?? 0) + weight * ((row[x + i] ?? 0) + (row[x + opposite] ?? 0))
      }
    },
  }
}

function averageThrice(sigma: number): RowBlur {
  const half = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  return {
    reach: 3 * half,
    apply(row, out) {
      let from = row
      for (let pass = 1; pass <= 3; pass++) {
        const to = pass === 3 ? out : new Float32Array(row.length - 2 * half * pass)
        let total = 0
        for (let i = 0; i < 2 * half; i++) total += from[i] ?? 0
        for (let x = 0; x < to.length; x++) {
          total += from[x + 2 * half] ?? 0
          to[x] = total / (2 * half + 1)
          total -= from[x] ?? 0
        }
        from = to
      }
    },
  }
}

/** Columns are written some values at a time: one at a time misses the processor's cache at each. */
const rowsAtOnce = 8

/** Blurs the rows and turns rows into columns, so that two passes do both directions. */
function blurColumns({ width, height, data }: Field, { reach, apply }: RowBlur): Field {
  const turned = createField(height, width)
  const row = new Float32Array(width + 2 * reach)
  const out = new Float32Array(rowsAtOnce * width)
  for (let top = 0; top < height; top += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, height - top)
    for (let i = 0; i < count; i++) {
      const start = (top + i) * width
      row.set(data.subarray(start, start + width), reach)
      row.fill(row[reach] ?? 0, 0, reach)
      row.fill(row[reach + width - 1] ?? 0, reach + width)
      apply(row, out.subarray(i * width, (i + 1) * width))
    }
    for (let x = 0; x < width; x++) {
      const column = x * height + top
      for (let i = 0; i < count; i++) turned.data[column + i] = out[i * width + x] ?? 0
    }
  }
  return turned
}
