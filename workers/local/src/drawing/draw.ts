import type { StyleId } from '@encre/protocol/catalogue'
import { paintLines } from './art.ts'
import { type Brief, readBrief } from './brief.ts'
import { blur, createGrid, findRegions, type Grid, side } from './field/grid.ts'
import { createFigure, type Figure } from './figure.ts'
import { wrapWords } from './lettering.ts'
import { originElement } from './png.ts'
import { createRandom } from './random.ts'
import { renderPixels } from './render.ts'
import { drawRibbons, placeRibbons } from './ribbon.ts'
import { compose } from './scene/compose.ts'
import { createPalette } from './scene/palette.ts'
import { type Grammar, type Placed, type Scene, type Sheet, zoneOf } from './scene/scene.ts'
import { drawAnimalPortrait } from './styles/animal-portrait.ts'
import { drawDotwork } from './styles/dotwork.ts'
import { drawGeometric } from './styles/geometric.ts'
import { drawJapanese } from './styles/japanese.ts'
import { drawMinimalist } from './styles/minimalist.ts'
import { drawTraditional } from './styles/traditional.ts'
import { drawWatercolor } from './styles/watercolor.ts'
import { element, group, groupAt } from './svg.ts'

// `share`: of the zone, for the subject.
const styles: Record<StyleId, { draw: Grammar; share: number }> = {
  geometric: { draw: drawGeometric, share: 0.72 },
  'animal-portrait': { draw: drawAnimalPortrait, share: 0.94 },
  dotwork: { draw: drawDotwork, share: 0.84 },
  traditional: { draw: drawTraditional, share: 0.86 },
  japanese: { draw: drawJapanese, share: 0.84 },
  minimalist: { draw: drawMinimalist, share: 0.74 },
  watercolor: { draw: drawWatercolor, share: 0.78 },
}

export interface Canvas {
  width: number
  height: number
}

/**
 * A request to the engine. `reference` is a picture as a data URL; its figure becomes the main
 * figure of the drawing.
 */
export interface DrawingRequest {
  prompt: string
  canvas: Canvas
  reference?: string | null
  variation?: number
}

/** The drawing for a request, as SVG: the same text for the same request. Needs `startRenderer`. */
export function drawDesign(request: DrawingRequest): string {
  const scene = createScene(request)
  return toSvg(scene, request.canvas, drawLayers(scene))
}

/**
 * Says what is drawn and what was not understood. Null when everything was understood. Needs
 * `startRenderer`.
 */
export function describeMisreading({
  prompt,
  reference,
}: Pick<DrawingRequest, 'prompt' | 'reference'>): string | null {
  const { read, unread, ribbon } = readBrief(prompt)
  if (unread.length === 0) return null
  const shown = reference && readReference(reference) ? ['l’image de référence'] : []
  const drawn = [...shown, ...read, ...(ribbon === null ? [] : ['un ruban'])]
  return `Dessiné : ${drawn.length > 0 ? drawn.join(', ') : 'ces mots sur un ruban'}. Non compris : ${unread.join(', ')}`
}

/**
 * An unfinished state of the same drawing: the violet stencil at `share` 0, inked from the top as
 * it grows to 1.
 */
export function drawProgress(request: DrawingRequest, share: number): string {
  const scene = createScene(request)
  const inked = share > 0 ? [inkDown(scene, drawLayers(scene), share)] : []
  return toSvg(scene, request.canvas, [drawStencil(scene), ...inked])
}

function drawLayers(scene: Scene): string[] {
  return [...styles[scene.brief.style].draw(scene), ...drawRibbons(scene)]
}

function createScene({
  prompt,
  canvas: { width, height },
  reference,
  variation = 0,
}: DrawingRequest): Scene {
  const brief = readBrief(variation === 0 ? prompt : `${prompt} (${variation + 1})`)
  const short = Math.min(width, height)
  const sheet: Sheet = { width: (1024 * width) / short, height: (1024 * height) / short }
  const zone = zoneOf(brief.placement, sheet)
  const lift = brief.ribbon === null ? 0 : zone.ry * 0.14
  const room = { ...zone, y: zone.y - lift, ry: zone.ry - lift }
  const placed = compose(brief, room, {
    share: styles[brief.style].share,
    reference: reference ? readReference(reference) : null,
    variation,
  })
  return {
    brief,
    sheet,
    zone,
    placed,
    ribbons: placeRibbons(textsFor(brief, placed), zone, placed.length === 0),
    palette: createPalette(brief.colours),
    random: createRandom(brief.seed),
    variation,
    weight:
      brief.boldness * Math.min(1.6, Math.max(0.7, 1 - 0.42 * Math.log2(brief.centimetres / 11))),
    detail: brief.detail * Math.min(1.6, Math.max(0.5, brief.centimetres / 12.5)),
  }
}

function textsFor({ ribbon, unread }: Brief, placed: readonly Placed[]): string[] {
  if (ribbon !== null) return [ribbon]
  return placed.length === 0 ? wrapWords(unread) : []
}

function toSvg(
  { sheet, palette }: Scene,
  { width, height }: Canvas,
  layers: readonly string[],
): string {
  const paper = element('rect', { width: sheet.width, height: sheet.height, fill: palette.paper })
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${sheet.width} ${sheet.height}`,
  }
  return element('svg', attributes, [originElement(), paper, ...layers].join('\n'))
}

// Of a tattooist's transfer.
const violet = '#4a22b5'

function drawStencil({ placed, palette, weight }: Scene): string {
  return group({}, ...placed.map((one) => drawTransfer(one, palette.paper, weight)))
}

function drawTransfer(placed: Placed, paper: string, weight: number): string {
  const width = (2.6 * weight) / placed.scale
  return groupAt(
    placed,
    paintLines(placed.figure.art, violet, width, () => paper),
  )
}

function inkDown({ sheet, palette }: Scene, layers: readonly string[], share: number): string {
  const bare = element(
    'clipPath',
    { id: 'inked' },
    element('rect', { x: 0, y: 0, width: sheet.width, height: sheet.height * share }),
  )
  return (
    bare +
    group(
      { 'clip-path': 'url(#inked)' },
      element('rect', { width: sheet.width, height: sheet.height, fill: palette.paper }),
      ...layers,
    )
  )
}

type Rgb = readonly [number, number, number]

/**
 * The figure of a picture: what differs from the colour along its edge. Null for an even picture,
 * one without a background, and WebP.
 */
function readReference(href: string): Figure | null {
  const image = `<image x="0" y="0" width="512" height="512" href="${href}"/>`
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-32 -32 576 576">${image}</svg>`,
  )
  const covered = (index: number) => (pixels[4 * index + 3] ?? 0) > 250
  const colour = (index: number): Rgb => [
    pixels[4 * index] ?? 0,
    pixels[4 * index + 1] ?? 0,
    pixels[4 * index + 2] ?? 0,
  ]
  const ground = groundOf(colour, covered)
  const apart = blur(
    createGrid((index) =>
      covered(index) ? Math.min(1, difference(colour(index), ground) / 76) : 0,
    ),
    1,
  )
  fillHoles(apart)
  const share = apart.data.filter((value) => value > 0.5).length / apart.data.length
  return share < 0.003 || share > 0.7
    ? null
    : createFigure(apart, { tones: stretch(apart, colour) })
}

function difference(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, i) => Math.abs(value - (other[i] ?? 0))))
}

function groundOf(colour: (index: number) => Rgb, covered: (index: number) => boolean): Rgb {
  const rim: Rgb[] = []
  for (let index = side; index < side * side - side; index++) {
    if (covered(index) && [1, -1, side, -side].some((step) => !covered(index + step)))
      rim.push(colour(index))
  }
  const middle = (channel: 0 | 1 | 2) =>
    rim.map((rgb) => rgb[channel]).sort((one, other) => one - other)[rim.length >> 1] ?? 255
  return [middle(0), middle(1), middle(2)]
}

function fillHoles(apart: Grid): void {
  for (const region of findRegions((index) => (apart.data[index] ?? 0) <= 0.5)) {
    if (region[0] !== 0)
      for (const cell of region) {
        apart.data[cell] = 1
      }
  }
}

function stretch(apart: Grid, colour: (index: number) => Rgb): Grid {
  const dark = createGrid((index) => {
    const [red, green, blue] = colour(index)
    return 1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
  })
  const inside = dark.data.filter((_, index) => (apart.data[index] ?? 0) > 0.5).sort()
  const [low = 0, high = 1] = [
    inside[Math.floor(inside.length * 0.03)],
    inside[Math.floor(inside.length * 0.97)],
  ]
  return createGrid((index) =>
    Math.min(1, Math.max(0, ((dark.data[index] ?? 0) - low) / Math.max(0.1, high - low))),
  )
}
