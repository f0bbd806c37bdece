export type RoundPoint = readonly [x: number, y: number]

/** A point around the middle of the icon's box; 0 degrees is up, clockwise. */
export function polar(degrees: number, radius: number, [x, y]: RoundPoint = [256, 256]): RoundPoint {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** A leaf from `from` to `to` away from `centre`; `belly` says how far out it is widest. */
export function petal(degrees: number, from: number, to: number, halfWidth: number, belly: number, centre?: RoundPoint): string {
  const along = (radius: number, aside: number): string => {
    const [x, y] = polar(degrees, radius, centre)
    const [dx, dy] = polar(degrees + 90, aside, [0, 0])
    return `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`
  }
  const middle = from + (to - from) * belly
  return `M${along(from, 0)}Q${along(middle, 2 * halfWidth)} ${along(to, 0)}Q${along(middle, -2 * halfWidth)} ${along(from, 0)}Z`
}

export function disc(radius: number, x = 256, y = 256): string {
  return `M${x - radius} ${y}A${radius} ${radius} 0 1 1 ${x + radius} ${y}A${radius} ${radius} 0 1 1 ${x - radius} ${y}Z`
}

/** The other way round than `disc`, so that it cuts one out. */
export function hole(rx: number, ry: number, x = 256, y = 256): string {
  return `M${x - rx} ${y}A${rx} ${ry} 0 1 0 ${x + rx} ${y}A${rx} ${ry} 0 1 0 ${x - rx} ${y}Z`
}

/** A path of absolute M, L, C, Q and Z, and its mirror image. */
export function both(path: string): string {
  return path + path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${512 - Number(x)} ${y}`)
}
