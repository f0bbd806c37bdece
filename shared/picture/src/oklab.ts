/**
 * Lightness 0 to 1, and two colour axes of about -0.4 to 0.4: equal steps look equal (Ottosson,
 * 2020).
 */
export type Oklab = readonly [lightness: number, a: number, b: number]

const linear = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** OKLab of an sRGB colour. Channels are bytes. Whole pictures bring a faster `cubeRoot`. */
export function toOklab(
  red: number,
  green: number,
  blue: number,
  cubeRoot: (value: number) => number = Math.cbrt,
): Oklab {
  const r = linear[red] ?? 0
  const g = linear[green] ?? 0
  const b = linear[blue] ?? 0
  const l = cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** How much light a colour sends back: 0 is black, 1 is white (WCAG 2). */
export function relativeLuminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0)
}

/** The red, green and blue of a colour such as `#b8860b`, as bytes. */
export function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
