import { format } from './field/contours.ts'

export { format }

type Attributes = Record<string, string | number | undefined>

export function element(name: string, attributes: Attributes, content = ''): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? Math.round(value * 1000) / 1000 : value}"`,
    )
    .join('')
  return content ? `<${name}${text}>${content}</${name}>` : `<${name}${text}/>`
}

export function group(attributes: Attributes, ...content: readonly string[]): string {
  return element('g', attributes, content.join('\n'))
}

export function fill(d: string, colour: string, attributes: Attributes = {}): string {
  return d ? element('path', { d, fill: colour, ...attributes }) : ''
}

export function stroke(
  d: string,
  colour: string,
  width: number,
  attributes: Attributes = {},
): string {
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  return d
    ? element('path', {
        d,
        fill: 'none',
        stroke: colour,
        'stroke-width': width,
        ...round,
        ...attributes,
      })
    : ''
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return element('circle', { cx, cy, r, ...attributes })
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Placement {
  figure: { box: Box }
  x: number
  y: number
  scale: number
  angle: number
  flip: boolean
}

/** Draws in a figure's box, which stands at its place on the sheet. */
export function groupAt(
  { figure: { box }, x, y, scale, angle, flip }: Placement,
  ...content: readonly string[]
): string {
  const middle = `translate(${format(-box.x - box.width / 2)} ${format(-box.y - box.height / 2)})`
  const mirror = `scale(${(flip ? -scale : scale).toFixed(4)} ${scale.toFixed(4)})`
  return group(
    {
      transform: `translate(${format(x)} ${format(y)}) rotate(${format(angle)}) ${mirror} ${middle}`,
    },
    ...content,
  )
}

/** Paper under a figure, and `width` of it around. */
export function paperUnder(
  { silhouette }: { silhouette: string },
  paper: string,
  width: number,
): string {
  return fill(silhouette, paper, {
    stroke: paper,
    'stroke-width': width,
    'stroke-linejoin': 'round',
  })
}
