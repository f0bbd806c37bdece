const far = 1e9

/** Pixels to the nearest one that is 0, centre to centre, exact (Felzenszwalb and Huttenlocher, 2012). Beyond the border nothing is 0. */
export function distanceToZero(mask: Uint8Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const squares = new Float32Array(mask.length)
  for (let index = 0; index < mask.length; index++) squares[index] = mask[index] ? far : 0
  const scratch = createScratch(Math.max(width, height))
  for (let x = 0; x < width; x++) transformLine(squares, x, width, height, scratch)
  for (let y = 0; y < height; y++) transformLine(squares, y * width, 1, width, scratch)
  for (let index = 0; index < squares.length; index++) squares[index] = Math.sqrt(squares[index] ?? 0)
  return squares
}

function createScratch(length: number) {
  return { values: new Float64Array(length), places: new Int32Array(length), bounds: new Float64Array(length + 1) }
}

function transformLine(
  data: Float32Array,
  start: number,
  step: number,
  length: number,
  { values, places, bounds }: ReturnType<typeof createScratch>,
): void {
  for (let i = 0; i < length; i++) values[i] = data[start + i * step] ?? far
  let last = 0
  places[0] = 0
  bounds[0] = -far
  bounds[1] = far
  for (let i = 1; i < length; i++) {
    const value = values[i] ?? far
    let crossing = 0
    for (;;) {
      const place = places[last] ?? 0
      crossing = (value + i * i - (values[place] ?? far) - place * place) / (2 * (i - place))
      if (last === 0 || crossing > (bounds[last] ?? 0)) break
      last--
    }
    if (crossing <= (bounds[last] ?? 0)) {
      places[last] = i
    } else {
      places[++last] = i
      bounds[last] = crossing
    }
    bounds[last + 1] = far
  }
  let at = 0
  for (let i = 0; i < length; i++) {
    while ((bounds[at + 1] ?? far) < i) at++
    const place = places[at] ?? 0
    data[start + i * step] = (i - place) ** 2 + (values[place] ?? far)
  }
}
