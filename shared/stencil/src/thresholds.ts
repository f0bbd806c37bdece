import { createField, type Field } from './pixels.ts'

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
  let [below, sumBelow, best, threshold] = [0, 0, -1, 0.5]
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

/**
 * Mean and standard deviation of the square window of `radius` pixels around each pixel, clipped at
 * the border.
 */
export function windowStatistics(
  { width, height, data }: Field,
  radius: number,
): { mean: Field; deviation: Field } {
  const mean = createField(width, height)
  const deviation = createField(width, height)
  // Sums of the columns over the window's rows, which move down with it.
  const sums = new Float64Array(width)
  const squares = new Float64Array(width)
  const addRow = (row: number, sign: number) => {
    for (let x = 0; x < width; x++) {
      const value = data[row * width + x] ?? 0
      sums[x] = (sums[x] ?? 0) + sign * value
      squares[x] = (squares[x] ?? 0) + sign * value * value
    }
  }
  for (let row = 0; row < Math.min(radius, height); row++) addRow(row, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1)
    if (y - radius - 1 >= 0) addRow(y - radius - 1, -1)
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
    let [sum, square] = [0, 0]
    for (let x = 0; x < Math.min(radius, width); x++) {
      sum += sums[x] ?? 0
      square += squares[x] ?? 0
    }
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += sums[x + radius] ?? 0
        square += squares[x + radius] ?? 0
      }
      if (x - radius - 1 >= 0) {
        sum -= sums[x - radius - 1] ?? 0
        square -= squares[x - radius - 1] ?? 0
      }
      const count = rows * (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1)
      const average = sum / count
      mean.data[y * width + x] = average
      deviation.data[y * width + x] = Math.sqrt(Math.max(0, square / count - average * average))
    }
  }
  return { mean, deviation }
}
