import type { Placed } from '../scene/scene.ts'
import { element, fill, format, group, placeTransform, stroke } from '../svg.ts'

/** Rows of scales over the whole of a figure, in its ink, `radius` units of its box each. */
export function drawScales(placed: Placed, ink: string, radius: number, width: number): string {
  const { figure, x, y } = placed
  const id = `scales-${Math.round(x)}-${Math.round(y)}`
  const { box } = figure
  const rows = Math.ceil(box.height / radius) + 1
  const columns = Math.ceil(box.width / (2 * radius)) + 2
  const arcs = Array.from({ length: rows * columns }, (_, i) => {
    const row = Math.floor(i / columns)
    const left = box.x + ((i % columns) - 1) * 2 * radius + (row % 2) * radius
    const top = box.y + row * radius
    return `M${format(left)} ${format(top)}a${radius} ${radius} 0 0 0 ${2 * radius} 0`
  })
  return group(
    { transform: placeTransform(placed) },
    element('clipPath', { id }, fill(figure.silhouette, ink)),
    group({ 'clip-path': `url(#${id})` }, stroke(arcs.join(''), ink, width)),
  )
}
