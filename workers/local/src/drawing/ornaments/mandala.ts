import { format } from '../svg.ts'

type Polar = readonly [degrees: number, radius: number]

/** Rings of an exact mandala around the origin: each is symmetric about the vertical axis. 0 degrees is up. */
export function petalRing(fold: number, turn: number, from: number, to: number, swell: number): string {
  return ring(fold, turn, (d) => {
    const middle = (from + to) / 2
    return `M${at([d, from])}Q${at([d + swell, middle])} ${at([d, to])}Q${at([d - swell, middle])} ${at([d, from])}Z`
  })
}

export function triangleRing(fold: number, turn: number, from: number, to: number, half: number): string {
  return ring(fold, turn, (d) => `M${at([d - half, from])}L${at([d, to])}L${at([d + half, from])}Z`)
}

export function arcRing(fold: number, turn: number, from: number, to: number): string {
  const half = 180 / fold
  return ring(
    fold,
    turn,
    (d) => `M${at([d - half, from])}Q${at([d - half * 0.9, to])} ${at([d, to])}Q${at([d + half * 0.9, to])} ${at([d + half, from])}`,
  )
}

export function rayRing(fold: number, turn: number, from: number, to: number): string {
  return ring(fold, turn, (d) => `M${at([d, from])}L${at([d, to])}`)
}

export function dotRing(fold: number, turn: number, radius: number): string {
  return ring(fold, turn, (d) => `M${at([d, radius])}h.01`)
}

/** A star polygon: `corners` points joined every `skip`-th. */
export function starPolygon(corners: number, skip: number, radius: number): string {
  const shapes = greatestDivisor(corners, skip)
  return Array.from({ length: shapes }, (_, shape) => {
    const points = Array.from({ length: corners / shapes }, (_, i) => at([(360 / corners) * (shape + i * skip), radius]))
    return `M${points.join('L')}Z`
  }).join('')
}

export function circleRing(radius: number): string {
  return `M${format(-radius)} 0A${format(radius)} ${format(radius)} 0 1 1 ${format(radius)} 0A${format(radius)} ${format(radius)} 0 1 1 ${format(-radius)} 0Z`
}

function ring(fold: number, turn: number, draw: (degrees: number) => string): string {
  return Array.from({ length: fold }, (_, i) => draw((360 / fold) * i + turn)).join('')
}

function at([degrees, radius]: Polar): string {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${format(radius * Math.cos(angle))} ${format(radius * Math.sin(angle))}`
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
