/** Farther than any pixel of a picture. */
const far = 1e5

/** Pixels to the nearest one that is 0, centre to centre, exact (Felzenszwalb and Huttenlocher, 2012). Beyond the border nothing is 0. */
export function distanceToZero(mask: Uint8Array, width: number): Float32Array<ArrayBuffer> {
  const distances = new Float32Array(mask.length)
  // Along the columns, row after row as memory is read: to the nearest 0 above, then also below.
  for (let index = 0; index < mask.length; index++) {
    distances[index] = mask[index] ? (distances[index - width] ?? far) + 1 : 0
  }
  for (let index = mask.length - width - 1; index >= 0; index--) {
    distances[index] = Math.min(distances[index] ?? far, (distances[index + width] ?? far) + 1)
  }
  const scratch = { values: new Float64Array(width), places: new Int32Array(width), bounds: new Float64Array(width + 1) }
  for (let start = 0; start < mask.length; start += width) {
    // What lies beyond a 0 is never nearer: each run between two of them is a row of its own.
    for (let x = 0; x < width; x++) {
      if (!mask[start + x]) continue
      const from = Math.max(0, x - 1)
      while (x < width && mask[start + x]) x++
      transformRun(distances, start + from, Math.min(width, x + 1) - from, scratch)
    }
  }
  return distances
}

interface Scratch {
  values: Float64Array
  places: Int32Array
  bounds: Float64Array
}

function transformRun(data: Float32Array, start: number, length: number, { values, places, bounds }: Scratch): void {
  for (let i = 0; i < length; i++) values[i] = (data[start + i] ?? far) ** 2
  let last = 0
  places[0] = 0
  bounds[0] = -Infinity
  for (let i = 1; i < length; i++) {
    let crossing = 0
    for (;;) {
      const place = places[last] ?? 0
      crossing = ((values[i] ?? 0) + i * i - (values[place] ?? 0) - place * place) / (2 * (i - place))
      if (crossing > (bounds[last] ?? 0)) break
      last--
    }
    places[++last] = i
    bounds[last] = crossing
  }
  bounds[last + 1] = Infinity
  let at = 0
  for (let i = 0; i < length; i++) {
    while ((bounds[at + 1] ?? 0) < i) at++
    const place = places[at] ?? 0
    data[start + i] = Math.sqrt((i - place) ** 2 + (values[place] ?? 0))
  }
}
