/**
 * Lightness 0 to 1, and two colour axes of about -0.4 to 0.4: equal steps look equal (Ottosson,
 * 2020).
 */
export type Oklab = readonly [lightness: number, a: number, b: number]

const linear = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

const roots = 1 << 14
// Cube roots take longer than everything else about a picture. Near black the table is off by less than 0.01.
const cubeRoots = Float32Array.from({ length: roots + 1 }, (_, i) => Math.cbrt(i / roots))

function cubeRoot(value: number): number {
  return cubeRoots[Math.round(value * roots)] ?? 1
}

/** OKLab of an sRGB colour. Channels are bytes. */
export function toOklab(red: number, green: number, blue: number): Oklab {
  const [r, g, b] = [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0]
  const l = cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** How different two colours look: black is 1 from white, pure yellow about 0.2. */
export function colourDistance(one: Oklab, other: Oklab): number {
  return Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2)
}
