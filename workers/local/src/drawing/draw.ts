import type { StyleId } from '@encre/protocol/catalogue'
import { readBrief } from './brief.ts'
import { provenanceElement } from './provenance.ts'
import { createRandom } from './random.ts'
import { readReference } from './reference.ts'
import { drawRibbon, placeRibbon } from './ribbon.ts'
import { compose } from './scene/compose.ts'
import { createPalette } from './scene/palette.ts'
import type { Grammar, Scene } from './scene/scene.ts'
import { type Sheet, zoneOf } from './scene/zone.ts'
import { drawStencil, inkDown } from './stencil.ts'
import { drawAnimalPortrait } from './styles/animal-portrait.ts'
import { drawDotwork } from './styles/dotwork.ts'
import { drawGeometric } from './styles/geometric.ts'
import { drawJapanese } from './styles/japanese.ts'
import { drawMinimalist } from './styles/minimalist.ts'
import { drawTraditional } from './styles/traditional.ts'
import { drawWatercolor } from './styles/watercolor.ts'
import { element } from './svg.ts'

/** Each style's grammar, and the share of the zone that it leaves to the subject. */
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

/** A request to the engine. `reference` is a picture as a data URL; its figure becomes the main figure of the drawing. */
export interface DrawingRequest {
  prompt: string
  canvas: Canvas
  reference?: string | null
  /** Which of several images of one request: 0 is the first. */
  variation?: number
}

/** The drawing for a request, as SVG: the same text for the same request. Needs `startRenderer`. */
export function drawDesign(request: DrawingRequest): string {
  const scene = createScene(request)
  return toSvg(scene, request.canvas, drawLayers(scene))
}

/** Says what is drawn and what was not understood. Null when everything was understood. Needs `startRenderer`. */
export function describeMisreading({ prompt, reference }: Pick<DrawingRequest, 'prompt' | 'reference'>): string | null {
  const { read, unread, ribbon } = readBrief(prompt)
  if (unread.length === 0) return null
  const shown = reference && readReference(reference) ? ['l’image de référence'] : []
  const drawn = [...shown, ...read, ...(ribbon === null ? [] : ['un ruban'])]
  return `Dessiné : ${drawn.length > 0 ? drawn.join(', ') : 'un motif abstrait'}. Non compris : ${unread.join(', ')}`
}

/** An unfinished state of the same drawing: the violet stencil at `share` 0, inked from the top as it grows to 1. */
export function drawProgress(request: DrawingRequest, share: number): string {
  const scene = createScene(request)
  const inked = share > 0 ? [inkDown(scene, drawLayers(scene), share)] : []
  return toSvg(scene, request.canvas, [drawStencil(scene), ...inked])
}

function drawLayers(scene: Scene): string[] {
  return [...styles[scene.brief.style].draw(scene), ...drawRibbon(scene)]
}

function createScene({ prompt, canvas: { width, height }, reference, variation = 0 }: DrawingRequest): Scene {
  const brief = readBrief(variation === 0 ? prompt : `${prompt} (${variation + 1})`)
  const short = Math.min(width, height)
  const sheet: Sheet = { width: (1024 * width) / short, height: (1024 * height) / short }
  const zone = zoneOf(brief.placement, sheet)
  // A ribbon takes the foot of the zone; what is drawn keeps clear of it.
  const lift = brief.ribbon === null ? 0 : placeRibbon(zone, false).height * 0.62
  const room = { ...zone, y: zone.y - lift, ry: zone.ry - lift }
  return {
    brief,
    sheet,
    zone,
    placed: compose(brief, room, { share: styles[brief.style].share, reference: reference ? readReference(reference) : null, variation }),
    palette: createPalette(brief.colours),
    random: createRandom(brief.seed),
    weight: Math.min(1.6, Math.max(0.7, 1 - 0.42 * Math.log2(brief.centimetres / 11))),
    detail: Math.min(1.6, Math.max(0.5, brief.centimetres / 12.5)),
  }
}

function toSvg({ sheet, palette }: Scene, { width, height }: Canvas, layers: readonly string[]): string {
  const paper = element('rect', { width: sheet.width, height: sheet.height, fill: palette.paper })
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${sheet.width} ${sheet.height}` }
  return element('svg', attributes, [provenanceElement(), paper, ...layers].join('\n'))
}
