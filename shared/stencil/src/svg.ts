import { escapeXml, originRdf } from '@encre/protocol/origin-marks'
import { originLine } from '@encre/protocol/provenance'
import type { Loop } from './outline.ts'

/** The size of a drawing on the skin, in millimetres. */
export interface SizeMm {
  readonly width: number
  readonly height: number
}

/** The `d` of an SVG path for loops in millimetres, to a hundredth of one. */
export function svgPath(loops: readonly Loop[]): string {
  return loops.map(closedPath).join('')
}

/** An SVG file that opens at its true size: its unit is the millimetre. `title` names it. */
export function writeSvg(loops: readonly Loop[], options: { size: SizeMm; colour: string; title: string; origin: string }): string {
  const { size, colour, title, origin } = options
  const [width, height] = [round(size.width), round(size.height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><title>${escapeXml(title)}</title><desc>${originLine(origin) ?? ''}</desc><metadata>${originRdf(origin, { title })}</metadata><path fill="${colour}" fill-rule="evenodd" d="${svgPath(loops)}"/></svg>`
}

// Steps from point to point are shorter than places. Rounded places are subtracted, so that errors do not add up.
function closedPath(loop: Loop): string {
  let [x, y] = [0, 0]
  let path = ''
  for (let i = 0; i < loop.length; i += 2) {
    const [nextX, nextY] = [Math.round((loop[i] ?? 0) * 100), Math.round((loop[i + 1] ?? 0) * 100)]
    path += (i === 0 ? 'M' : i === 2 ? 'l' : separator(nextX - x)) + hundredths(nextX - x) + separator(nextY - y) + hundredths(nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return `${path}z`
}

function separator(value: number): string {
  return value < 0 ? '' : ' '
}

function hundredths(value: number): string {
  return String(value / 100).replace(/^(-?)0\./, '$1.')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
