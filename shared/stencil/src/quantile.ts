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
