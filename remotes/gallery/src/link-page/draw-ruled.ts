import { colourNames } from '@encre/picture/colour-names'
import type { MeasuredColour } from '@encre/stencil/palette'
import type { SizeMm } from '@encre/stencil/pixels'
import { ticksOf } from '@encre/ui/ruler-ticks'
import { cardMessages } from '../atelier/workbench/atelier-messages.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

/**
 * A drawing in millimetres, with a ruler in centimetres above and beside it. Printed at 100 %, it
 * has its true size where the paper is wide enough.
 */
export function drawRuled(
  drawing: SVGElement,
  size: SizeMm,
  label: string,
  room: Room,
): SVGSVGElement {
  // The rulers' width, their letters and their ticks follow the size, so that they look alike on
  // the screen.
  const longest = Math.max(size.width, size.height)
  const margin = Math.max(
    longest * 0.07,
    leastMargin(size.width, room.width),
    leastMargin(size.height, room.height),
  )
  const svg = createShape('svg', {
    viewBox: `${-margin} ${-margin} ${size.width + margin} ${size.height + margin}`,
    role: 'img',
    'aria-label': label,
  })
  svg.style.setProperty('--print-width', `${size.width + margin}mm`)
  svg.append(
    ...drawRuler(size.width, longest, margin, false),
    ...drawRuler(size.height, longest, margin, true),
    drawing,
  )
  return svg
}

/** Pixels of the window for the drawing with its rulers. 0: not known. */
export interface Room {
  width: number
  height: number
}

const numberShare = 0.36
const leastNumberPixels = 11

/** The margin in which a number has `leastNumberPixels`. */
function leastMargin(millimetres: number, pixels: number): number {
  const marginPixels = leastNumberPixels / numberShare
  return pixels > 2 * marginPixels ? (marginPixels * millimetres) / (pixels - marginPixels) : 0
}

function drawRuler(
  millimetres: number,
  longest: number,
  margin: number,
  isDown: boolean,
): SVGElement[] {
  const { ticks, labels } = ticksOf(millimetres / 10, longest / 10)
  const lengths = { minor: 0.15, middle: 0.3, major: 0.45 }
  const place = (along: number, across: number) =>
    isDown ? `${across} ${along}` : `${along} ${across}`
  const marks = ticks
    .map(({ at, rank }) => `M${place(10 * at, -margin * lengths[rank])}L${place(10 * at, 0)}`)
    .join('')
  const numbers = labels.map((centimetres) => {
    const [x, y] = isDown ? [-0.5 * margin, 10 * centimetres] : [10 * centimetres, -0.5 * margin]
    const number = createShape('text', {
      x: String(x),
      y: String(isDown ? y + 0.13 * margin : y),
      class: 'ruler-text',
      'font-size': String(numberShare * margin),
      'text-anchor': isDown ? 'end' : 'middle',
    })
    number.textContent = String(centimetres)
    return number
  })
  return [
    createShape('path', { d: `${marks}M${place(0, 0)}L${place(millimetres, 0)}`, class: 'ruler' }),
    ...numbers,
  ]
}

export function createShape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** The colours as a list: a sample, the French name and the share of each. */
export function drawColours(colours: readonly MeasuredColour[]): HTMLElement[] {
  const names = colourNames(colours.map(({ hex }) => hex))
  return colours.map(({ hex, share }, index) => {
    const item = document.createElement('span')
    const sample = createShape('svg', { 'aria-hidden': 'true' })
    sample.append(createShape('rect', { width: '100%', height: '100%', fill: hex }))
    item.append(sample, `${names[index]} ${cardMessages.percent(share)}`)
    return item
  })
}
