import { createGrid, type Grid, side } from './grid.ts'

const far = 1e9

/** Cells from each cell to the nearest one where `isTarget` holds (Felzenszwalb and Huttenlocher's transform). */
export function distanceTo(isTarget: (index: number) => boolean): Grid {
  const squares = createGrid((index) => (isTarget(index) ? 0 : far))
  for (let column = 0; column < side; column++) transformLine(squares.data, column, side)
  for (let row = 0; row < side; row++) transformLine(squares.data, row * side, 1)
  for (let index = 0; index < squares.data.length; index++) squares.data[index] = Math.sqrt(squares.data[index] ?? 0)
  return squares
}

const values = new Float64Array(side)
const vertices = new Int32Array(side)
const bounds = new Float64Array(side + 1)

// The lower envelope of the parabolas that stand on each cell of the line.
function transformLine(data: Float32Array, start: number, step: number): void {
  for (let i = 0; i < side; i++) values[i] = (data[start + i * step] ?? far) + i * i
  let last = 0
  vertices[0] = 0
  bounds[0] = -Infinity
  bounds[1] = Infinity
  for (let i = 1; i < side; i++) {
    let crossing = 0
    for (; ; last--) {
      const vertex = vertices[last] ?? 0
      crossing = ((values[i] ?? far) - (values[vertex] ?? far)) / (2 * i - 2 * vertex)
      if (crossing > (bounds[last] ?? 0)) break
    }
    last++
    vertices[last] = i
    bounds[last] = crossing
    bounds[last + 1] = Infinity
  }
  for (let i = 0, at = 0; i < side; i++) {
    while ((bounds[at + 1] ?? Infinity) < i) at++
    const vertex = vertices[at] ?? 0
    data[start + i * step] = (i - vertex) ** 2 + (values[vertex] ?? far) - vertex * vertex
  }
}
