import type { Field } from './pixels.ts'

/** The value that best parts a field of 0 to 1 into two classes (Otsu, 1979). */
export function otsu({ data }: Field): number {
  const bins = 256
  const counts = new Float64Array(bins)
  for (let index = 0; index < data.length; index++) {
    const bin = Math.min(bins - 1, Math.floor((data[index] ?? 0) * bins))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  let sum = 0
  for (let bin = 0; bin < bins; bin++) sum += bin * (counts[bin] ?? 0)
  let below = 0
  let sumBelow = 0
  let best = -1
  let threshold = 0.5
  for (let bin = 0; bin < bins - 1; bin++) {
    below += counts[bin] ?? 0
    sumBelow += bin * (counts[bin] ?? 0)
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const apart = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2
    if (apart > best) [best, threshold] = [apart, (bin + 1) / bins]
  }
  return threshold
}
