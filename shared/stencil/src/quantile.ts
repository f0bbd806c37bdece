/** The value that `share` of the values do not exceed. 0 without values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = new Float64Array(values).sort()
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
