import { sample } from '../field/grid.ts'
import type { Figure } from '../figure.ts'
import type { Placed } from './scene.ts'

const headgear = ['crown']

export function isWorn(shape: string): boolean {
  return headgear.includes(shape)
}

export function wear(gear: Placed, lead: Placed): Placed {
  const head = findHead(lead.shape, lead.figure)
  const scale = (head.width * lead.scale) / (gear.figure.box.width * 0.86)
  const { box } = lead.figure
  const mirror = lead.flip ? -1 : 1
  const turn = (lead.angle * Math.PI) / 180
  const u = mirror * (head.x - box.x - box.width / 2) * lead.scale
  const v = (head.y - box.y - box.height / 2) * lead.scale
  const angle = lead.angle + mirror * head.angle
  const rise = gear.figure.box.height * scale * 0.3
  const upright = (angle * Math.PI) / 180
  return {
    ...gear,
    x: lead.x + u * Math.cos(turn) - v * Math.sin(turn) + rise * Math.sin(upright),
    y: lead.y + u * Math.sin(turn) + v * Math.cos(turn) - rise * Math.cos(upright),
    scale,
    angle,
    flip: lead.flip,
  }
}

/**
 * The top of a figure's head in its box: the middle of what rises highest, how wide it is there,
 * and how it leans.
 */
interface Head {
  x: number
  y: number
  width: number
  angle: number
}

// Heads that are not the highest part of their figure, as measured on the drawings.
const known: Readonly<Record<string, Head>> = {
  'wolf-howl': { x: 206, y: 150, width: 120, angle: -48 },
  koi: { x: 318, y: 52, width: 120, angle: -6 },
  'lion-head': { x: 256, y: 88, width: 196, angle: 0 },
  swallow: { x: 122, y: 82, width: 92, angle: -16 },
}

function findHead(shape: string, { box, body }: Figure): Head {
  const measured = known[shape]
  if (measured) return measured
  const filled = (x: number, y: number) => sample(body, x, y) > 0.5
  const columns = Array.from({ length: 61 }, (_, i) => box.x + (box.width * i) / 60)
  const top = (x: number) => {
    for (let y = box.y; y < box.y + box.height; y += 3) {
      if (filled(x, y)) return y
    }
    return box.y + box.height
  }
  const band = columns.filter((x) => top(x) < box.y + box.height * 0.2)
  const x = band.reduce((sum, column) => sum + column, 0) / Math.max(1, band.length)
  const y = top(x)
  const across = columns.filter((column) => filled(column, y + box.height * 0.1)).length / 61
  const width = box.width * Math.min(0.5, Math.max(0.26, across * 0.8))
  const slope = (top(x + width * 0.3) - top(x - width * 0.3)) / (width * 0.6)
  // Ears at both sides of the crown lie about level; a steep side is no place to lean on.
  return { x, y, width, angle: Math.abs(slope) > 0.7 ? 0 : (Math.atan(slope) * 180) / Math.PI }
}
