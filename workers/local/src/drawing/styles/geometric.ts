import { cutFacets } from '../facets.ts'
import { arcRing, circleRing, dotRing, petalRing, rayRing, starPolygon, triangleRing } from '../ornaments/mandala.ts'
import { accentFor, hollowColour } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isTall, isWide } from '../scene/zone.ts'
import { circle, element, fill, format, group, placeTransform, stroke } from '../svg.ts'

/**
 * Sacred geometry around a subject cut into facets. One half is drawn and mirrored, so that the sheet is its own mirror image: a
 * subject that is not symmetric meets its reflection.
 */
export const drawGeometric: Grammar = (scene) => {
  const { zone, sheet } = scene
  const half = element('clipPath', { id: 'half' }, element('rect', { x: 0, y: 0, width: zone.x, height: sheet.height }))
  const figures = pairUp(scene).map((placed) => drawFigure(scene, placed))
  // Clipped once: every clipped group is a sheet of its own to the renderer.
  const side = group({ 'clip-path': 'url(#half)' }, drawMandala(scene), drawPendants(scene), ...figures)
  return [half, side, group({ transform: `translate(${2 * zone.x} 0) scale(-1 1)` }, side)]
}

/** Figures as their left halves: one on the axis stays, one beside it stands at its left, one that is not symmetric moves there. */
function pairUp({ zone, placed }: Scene): Placed[] {
  return placed
    .filter((one, i) => !placed.slice(0, i).some((other) => other.figure === one.figure && other.role === one.role))
    .map((one) => {
      const half = (one.figure.box.width * one.scale) / 2
      if (one.role !== 'companion' && one.figure.symmetric) return { ...one, x: zone.x, angle: 0 }
      if (one.role === 'behind') return { ...one, x: zone.x, angle: one.kind === 'sky' ? -45 : 0, scale: one.scale * 0.8 }
      if (one.role === 'companion')
        return { ...one, x: zone.x - Math.max(Math.abs(one.x - zone.x), half * 0.9), angle: -Math.abs(one.angle), flip: true }
      const scale = Math.min(one.scale, (zone.rx * 0.86) / one.figure.box.width)
      return { ...one, scale, x: zone.x - one.figure.box.width * scale * 0.5 - 5, angle: 0, flip: true }
    })
}

function drawMandala({ zone, palette, weight, detail, random }: Scene): string {
  const r = Math.min(zone.rx, zone.ry)
  const fold = [8, 10, 12, 16][Math.floor(random() * 4)] ?? 12
  const step = 180 / fold
  const line = 2.6 * weight
  const accent = palette.accents[0] ?? palette.ink
  const second = palette.accents[1] ?? accent
  const fine = detail > 0.7
  return group(
    { transform: `translate(${format(zone.x)} ${format(zone.y)})` },
    stroke(circleRing(r) + circleRing(r * 0.965), palette.ink, line),
    fill(triangleRing(fold * 2, step / 2, r * 0.9, r * 0.963, step * 0.42), palette.ink),
    stroke(circleRing(r * 0.9), palette.ink, line * 1.6),
    stroke(petalRing(fold, 0, r * 0.56, r * 0.885, step * 1.5), palette.ink, line),
    fill(petalRing(fold, 0, r * 0.66, r * 0.84, step * 0.62), accent, { 'fill-opacity': palette.coloured ? 0.85 : 1 }),
    stroke(petalRing(fold, step, r * 0.56, r * 0.885, step * 1.5), palette.ink, line * 0.8),
    fine ? stroke(arcRing(fold * 2, 0, r * 0.74, r * 0.885), second, line * 0.8) : '',
    stroke(dotRing(fold, step, r * 0.845), palette.ink, 9 * weight),
    fine ? stroke(rayRing(fold * 4, step / 4, r * 0.5, r * 0.55), palette.ink, line * 0.7) : '',
    stroke(starPolygon(fold, fold === 10 ? 4 : fold / 2 - 1, r * 0.56), second, line * 0.75),
    stroke(circleRing(r * 0.56), palette.ink, line),
  )
}

/** Long zones go on above and below the mandala, wide ones beside it. */
function drawPendants({ zone, palette, weight }: Scene): string {
  const r = Math.min(zone.rx, zone.ry)
  const tall = isTall(zone)
  if (!tall && !isWide(zone)) return ''
  const room = (tall ? zone.ry : zone.rx) - r
  const line = 2.6 * weight
  const accent = palette.accents[0] ?? palette.ink
  const pendant = [
    stroke(`M0 ${format(-r)}V${format(-r - room)}`, palette.ink, line),
    ...[0.2, 0.42, 0.6].map((at, i) => {
      const [y, size] = [-r - room * at, room * (0.2 - 0.045 * i)]
      const d = `M0 ${format(y - size)}L${format(size * 0.62)} ${format(y)}L0 ${format(y + size)}L${format(-size * 0.62)} ${format(y)}Z`
      return (
        fill(d, i === 1 ? palette.ink : palette.paper, { stroke: palette.ink, 'stroke-width': line }) +
        circle(0, y, size * 0.2, { fill: i === 1 ? palette.paper : accent })
      )
    }),
    ...[0.78, 0.88, 0.97].map((at, i) => circle(0, -r - room * at, (9 - 2.4 * i) * weight, { fill: i === 0 ? accent : palette.ink })),
    stroke(
      `M${format(-r * 0.3)} ${format(-r * 0.955)}L0 ${format(-r - room * 0.34)}L${format(r * 0.3)} ${format(-r * 0.955)}`,
      palette.ink,
      line,
    ),
    stroke(
      `M${format(-r * 0.5)} ${format(-r * 0.87)}L0 ${format(-r - room * 0.56)}L${format(r * 0.5)} ${format(-r * 0.87)}`,
      palette.ink,
      line * 0.7,
    ),
  ].join('')
  return (tall ? [0, 180] : [-90, 90])
    .map((turn) => group({ transform: `translate(${format(zone.x)} ${format(zone.y)}) rotate(${turn})` }, pendant))
    .join('')
}

function drawFigure({ palette, weight, detail }: Scene, placed: Placed): string {
  const { figure, scale, kind } = placed
  const facets = cutFacets(figure, Math.max(26, 46 / detail))
  const accent = accentFor(palette, kind)
  const line = 2.2 * weight
  const joined = { 'stroke-linejoin': 'round' }
  const between = (low: number, high: number) =>
    facets
      .filter(({ shade }) => shade >= low && shade < high)
      .map(({ path }) => path)
      .join('')
  return group(
    { transform: placeTransform(placed) },
    fill(figure.silhouette, palette.paper, { stroke: palette.paper, 'stroke-width': 52 / scale, ...joined }),
    fill(figure.silhouette, palette.paper, { stroke: palette.ink, 'stroke-width': (7 * weight) / scale, ...joined }),
    fill(between(0.34, 0.52), accent, { 'fill-opacity': palette.coloured ? 0.45 : 0.16 }),
    fill(between(0.52, 0.66), accent, { 'fill-opacity': palette.coloured ? 1 : 0.5 }),
    fill(between(0.66, 2), palette.ink),
    stroke(between(-1, 0.66), palette.ink, line / scale),
    stroke(between(0.66, 2), palette.paper, (line * 0.7) / scale),
    stroke(figure.lines, palette.paper, (9 * weight) / scale),
    stroke(figure.lines, palette.ink, (3.4 * weight) / scale),
    fill(figure.holes, hollowColour(palette, kind)),
    fill(figure.spots, palette.paper, { stroke: palette.ink, 'stroke-width': (4 * weight) / scale }),
    stroke(figure.silhouette, palette.ink, (5 * weight) / scale, joined),
  )
}
