import { toOklab as convert, type Oklab } from '@encre/picture/oklab'

const roots = 1 << 14
// Cube roots take longer than everything else about a picture. Near black the table is off by less than 0.01.
const cubeRoots = Float32Array.from({ length: roots + 1 }, (_, i) => Math.cbrt(i / roots))

function cubeRoot(value: number): number {
  return cubeRoots[Math.round(value * roots)] ?? 1
}

/** OKLab of an sRGB colour. Channels are bytes. */
export function toOklab(red: number, green: number, blue: number): Oklab {
  return convert(red, green, blue, cubeRoot)
}

/** How different two colours look: black is 1 from white, pure yellow about 0.2. */
export function colourDistance(one: Oklab, other: Oklab): number {
  return Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2)
}
