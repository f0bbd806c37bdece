/** Farther than any pixel of a picture. */
const far = 1e5

/**
 * Pixels to the nearest one that is 0, centre to centre, exact (Felzenszwalb and Huttenlocher,
 * 2012). Beyond the border nothing is 0. What is farther than `reach` has some distance that is
 * greater: most of a picture is far from everything, and takes the most time.
 */
export function distanceToZero(
  mask: Uint8Array,
  width: number,
  reach = Infinity,
): Float32Array<ArrayBuffer> {
  const distances = measureColumns(mask, width)
  const envelope: Envelope = {
    heights: new Float64Array(width),
    places: new Int32Array(width),
    starts: new Float64Array(width + 1),
  }
  for (let start = 0; start < mask.length; start += width) {
    const row = distances.subarray(start, start + width)
    measureRow(row, mask.subarray(start, start + width), envelope, reach)
  }
  return distances
}

/** Along the columns, row after row as memory is read: to the nearest 0 above, then also below. */
function measureColumns(mask: Uint8Array, width: number): Float32Array<ArrayBuffer> {
  const distances = new Float32Array(mask.length)
  for (let index = 0; index < width; index++) distances[index] = mask[index] ? far : 0
  for (let index = width; index < mask.length; index++) {
    if (mask[index]) distances[index] = (distances[index - width] ?? far) + 1
  }
  for (let index = mask.length - width - 1; index >= 0; index--) {
    const below = (distances[index + width] ?? far) + 1
    if (below < (distances[index] ?? far)) distances[index] = below
  }
  return distances
}

/** What lies beyond a 0 is never nearer: each run between two of them is a row of its own. */
function measureRow(row: Float32Array, mask: Uint8Array, envelope: Envelope, reach: number): void {
  for (let x = 0; x < mask.length; x++) {
    if (!mask[x]) continue
    const from = Math.max(0, x - 1)
    while (x < mask.length && mask[x]) x++
    measureRun(row.subarray(from, Math.min(mask.length, x + 1)), envelope, reach)
  }
}

/**
 * The lowest of the parabolas that stand on the pixels of a run, from left to right. The parabola
 * of `places[n]` is the lowest one from `starts[n]` on. `heights` are those of all pixels.
 */
interface Envelope {
  heights: Float64Array
  places: Int32Array
  starts: Float64Array
}

function measureRun(run: Float32Array, envelope: Envelope, reach: number): void {
  const count = findEnvelope(run, envelope, reach)
  const { heights, places, starts } = envelope
  for (let at = 0; at < count; at++) {
    const place = places[at] ?? 0
    const height = heights[place] ?? 0
    const first = Math.max(0, Math.floor(starts[at] ?? 0) + 1, place - reach)
    const last = Math.min(run.length - 1, starts[at + 1] ?? 0, place + reach)
    for (let x = Math.ceil(first); x <= last; x++) run[x] = Math.sqrt((x - place) ** 2 + height)
  }
}

/** Returns how many parabolas there are. */
function findEnvelope(
  run: Float32Array,
  { heights, places, starts }: Envelope,
  reach: number,
): number {
  let last = -1
  for (let x = 0; x < run.length; x++) {
    const height = run[x] ?? far
    if (height > reach) continue
    heights[x] = height ** 2
    let start = -Infinity
    while (last >= 0) {
      start = crossingOf(heights, places[last] ?? 0, x)
      if (start > (starts[last] ?? 0)) break
      last--
    }
    last++
    places[last] = x
    starts[last] = start
  }
  starts[last + 1] = Infinity
  return last + 1
}

/** Where the parabola of the pixel `right` becomes lower than that of `left`. */
function crossingOf(heights: Float64Array, left: number, right: number): number {
  const rise = (heights[right] ?? 0) - (heights[left] ?? 0)
  return (rise + right * right - left * left) / (2 * (right - left))
}
