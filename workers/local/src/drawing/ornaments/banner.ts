import { fill, format, group, stroke } from '../svg.ts'
import { setLetters } from './letters.ts'

export interface Ribbon {
  /** Its middle, its whole width and the height of its front. */
  x: number
  y: number
  width: number
  height: number
}

interface Inks {
  ink: string
  cloth: string
  shade: string
  width: number
  /** A row of dots in the place of each line. */
  dotted?: boolean
}

// Where the front ends, as a share of half of the width.
const front = 0.72

/** A ribbon with folded, swallow-tailed ends, and a text on its front. */
export function banner({ x, y, width, height }: Ribbon, text: string, { ink, cloth, shade, width: line, dotted = false }: Inks): string {
  const [w, h] = [width / 2, height / 2]
  const n = format
  const edge = w * front
  const body = `M${n(-edge)} ${n(-h)}Q0 ${n(h * 0.5)} ${n(edge)} ${n(-h)}V${n(h)}Q0 ${n(h * 2.5)} ${n(-edge)} ${n(h)}Z`
  const tail = (side: number) =>
    `M${n(side * w * 0.58)} ${n(-h * 0.1)}L${n(side * w)} ${n(-h * 1.35)}L${n(side * w * 0.88)} ${n(-h * 0.3)}L${n(side * w)} ${n(h * 0.55)}L${n(side * w * 0.58)} ${n(h * 1.8)}Z`
  const fold = (side: number) => `M${n(side * edge)} ${n(h)}L${n(side * w * 0.58)} ${n(h * 1.5)}L${n(side * w * 0.58)} ${n(h * 0.9)}Z`
  const whip = (side: number) =>
    [0, 0.3, 0.6]
      .map((at) => `M${n(side * (edge - line))} ${n(h * (at - 0.55))}L${n(side * (edge - w * (0.09 - 0.02 * at)))} ${n(h * (at - 0.36))}`)
      .join('')
  const dots = dotted ? { 'stroke-dasharray': `0 ${n(line * 1.5)}` } : {}
  const outline = (d: string) => stroke(d, ink, line, { 'stroke-linejoin': 'round', ...dots })
  return group(
    { transform: `translate(${n(x)} ${n(y)})` },
    fill(tail(-1) + tail(1), dotted ? cloth : shade) + outline(tail(-1) + tail(1)),
    dotted ? outline(fold(-1) + fold(1)) : fill(fold(-1) + fold(1), ink),
    fill(body, cloth) + outline(body),
    dotted || text === '' ? '' : stroke(whip(-1) + whip(1), ink, line * 0.7),
    writeOn(edge, h, text, ink, dotted),
  )
}

/** The text along the middle of the front, as high as its length allows. */
function writeOn(edge: number, h: number, text: string, ink: string, dotted: boolean): string {
  const { signs, width } = setLetters(text)
  if (signs.length === 0) return ''
  const marked = signs.some(({ marks }) => marks !== '')
  const scale = Math.min((h * (marked ? 0.98 : 1.2)) / 100, (edge * 1.62) / width)
  const pen = 17
  return signs
    .map(({ start, width: own, path, marks }) => {
      const x = (start + own / 2 - width / 2) * scale
      const y = h * 0.75 * (1 - (x / edge) ** 2)
      const angle = (Math.atan((-1.5 * h * x) / edge ** 2) * 180) / Math.PI
      // Cut like type; dots stay round.
      const cut = dotted ? { 'stroke-dasharray': `0 ${format(pen * 0.62)}` } : { 'stroke-linecap': 'square', 'stroke-linejoin': 'miter' }
      const place = `translate(${format(x)} ${format(y)}) rotate(${format(angle)}) scale(${scale.toFixed(4)}) translate(0 ${marked ? -42 : -50})`
      return group(
        { transform: place },
        group({ transform: `translate(${format(-own / 2)} 0)` }, stroke(path, ink, pen, cut)),
        stroke(marks, ink, pen * 0.8, cut),
      )
    })
    .join('')
}
