import type { Field } from './pixels.ts'

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  return sum
}

/** 0 without values. */
export function meanOf(values: ArrayLike<number>): number {
  return sumOf(values) / (values.length || 1)
}

/** The value that `share` of the values do not exceed. 0 without values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = new Float64Array(values).sort()
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

/** The quantile of the pixels above 0. Reads some 20 000 pixels: sorting all of them would take the most time. */
export function inkQuantile({ data }: Field, share: number): number {
  const some: number[] = []
  const stride = Math.max(5, Math.floor(data.length / 2e4)) | 1
  for (let index = 0; index < data.length; index += stride)
    if ((data[index] ?? 0) > 0) some.push(data[index] ?? 0)
  return quantile(some, share)
}
