import { simulateAgeing } from './ageing.ts'
import { adviseSize, assess, type Place, roundSize } from './assessment.ts'
import { flattenBackground } from './background.ts'
import {
  type CleanChoice,
  type CleanDrawing,
  drawClean,
  findApart,
  findCrowded,
  moveLines,
  placesAlong,
} from './clean-lines.ts'
import { maskAbove } from './components.ts'
import { correctDrawing, correctLineArt } from './corrections.ts'
import { type Crop, cropTo, cutOut, wholePicture } from './crop.ts'
import { type Drawing, millimetresPerPixel, readDrawing } from './drawing.ts'
import { drawSolids } from './fills.ts'
import { chooseRendering, type RenderingChoice } from './first-rendering.ts'
import type { Point } from './fit-curves.ts'
import { findFramed } from './frame.ts'
import { strokesOf } from './graph.ts'
import { inkBounds } from './ink-bounds.ts'
import { mapInk } from './ink-map.ts'
import { drawOutline, findLetter, type Outline, scaleOutline } from './letters.ts'
import { drawLineArt, hasLines } from './line-art.ts'
import { type Measures, measureStencil, strokesAlong } from './measures.ts'
import type { Result, Task } from './messages.ts'
import { svgPath, traceOutline } from './outline.ts'
import { measurePalette } from './palette.ts'
import {
  type Box,
  blackOnWhite,
  createField,
  cropPixels,
  type Field,
  joinFields,
  longestOf,
  type Pixels,
  type SizeMm,
} from './pixels.ts'
import { traceShade } from './shade-outline.ts'
import { planSheets } from './sheet-plan.ts'
import { drawStencil } from './stencil.ts'
import { pixelsPerMm, type Stroke } from './strokes.ts'
import { traceClean } from './trace-clean.ts'

/**
 * Called between the steps of a task. `share` is the part that is done. It may throw to cancel the
 * task.
 */
export type Step = (share: number) => Promise<void>

/**
 * Runs a task on the open picture. Rejects only for bugs, lack of memory, and with what `step`
 * throws.
 */
export type Studio = (task: Task, step: Step) => Promise<Result>

interface Open {
  /** As the picture shows it. */
  readonly drawing: Drawing
  strokes: readonly Stroke[]
  /** With the strokes. */
  corrected: Drawing
  readonly style: string
  /** Of letters, instead of what is traced. */
  readonly outline: Outline | null
  base: Base | null
  stencil: Stencil | null
}

/** What a rendering draws, with the strokes. */
interface Base extends Drawn, Pick<RenderingChoice, 'rendering' | 'fineness'> {
  /** The lines drawn again: the same at every size. Null until they are asked for. */
  traced: Traced | null
}

interface Traced extends CleanDrawing {
  /** What Traits left as an outline. */
  readonly solids: Field | null
}

interface Drawn {
  /** Nothing is outside the box. */
  readonly field: Field
  /** Its longest side is the tattoo's size. */
  readonly box: Box
  readonly isLone: boolean
}

/** What is exported at one rendering, and its measures once somebody asked for them. */
interface Stencil extends Drawn {
  readonly key: string
  readonly clean: CleanDrawing | null
  measures: Measures | null
}

/** Keeps one open picture and what was computed from it: its last stencil and its measures. */
export function createStudio(): Studio {
  let open: Open | null = null
  return async (task, step) => {
    if (task.type === 'open-outline') {
      open = openDrawing(drawOutline(task.outline), '', task.outline)
      return { type: 'corrected' }
    }
    if (task.type !== 'open') return open ? runOpen(open, task, step) : { type: 'not-open' }
    open = null
    const { picture } = task
    const crop = task.crop ?? (task.leavesFrame ? cropToFramed(picture) : null)
    const part = crop ? await cutOut(picture, crop, () => step(0)) : picture
    const read = readDrawing(part, crop ?? wholePicture, picture)
    if (read.kind !== 'ink') return { type: 'no-drawing', reason: read.kind }
    const first = chooseRendering(read.drawing, task.style)
    if (!first) return { type: 'no-drawing', reason: 'lineless' }
    open = openDrawing(read.drawing, task.style)
    const { frame, part: opened } = read.drawing
    return { type: 'opened', frame: toPart(read.drawing, frame), part: opened, crop, first }
  }
}

/** What a picture's frame encloses, as versions before Cadrer opened it. */
function cropToFramed(picture: Pixels): Crop | null {
  const framed = findFramed(flattenBackground(picture))
  return framed && cropTo(framed, picture)
}

/** A box of the drawing's fields within the part of the picture. */
function toPart({ box, place }: Drawing, { x, y, ...size }: Box): Box {
  return { ...size, x: x - box.x + place.x, y: y - box.y + place.y }
}

function touchesEdge({ x, y, width, height }: Box, part: Drawing['part']): boolean {
  return x <= 1 || y <= 1 || x + width >= part.width - 1 || y + height >= part.height - 1
}

function openDrawing(drawing: Drawing, style: string, outline: Outline | null = null): Open {
  return { drawing, strokes: [], corrected: drawing, style, outline, base: null, stencil: null }
}

type DrawTask = Extract<Task, { type: 'trace' | 'shade' | 'plan' | 'count-sheets' | 'layers' }>

async function runOpen(
  open: Open,
  task: Exclude<Task, { type: 'open' | 'open-outline' }>,
  step: Step,
): Promise<Result> {
  const { corrected } = open
  switch (task.type) {
    case 'correct':
      Object.assign(open, {
        strokes: task.strokes,
        corrected: correctDrawing(open.drawing, task.strokes),
        base: null,
        stencil: null,
      })
      return { type: 'corrected' }
    case 'trace':
    case 'shade':
    case 'plan':
    case 'count-sheets':
    case 'layers':
      return drawLines(open, task, step)
    case 'assess': {
      const stencil = await correctedStencil(open, task, step)
      const measures = measuresOf(stencil, open)
      return {
        type: 'assessed',
        rule: measures.rule,
        assessment: assess(measures, task.sizeMm),
        advice: adviseSize(measures, letterFinder(open.outline, measures)),
      }
    }
    case 'place': {
      if (open.outline) {
        const { width, height } = open.outline
        const place = { x: 0, y: 0, width, height }
        return { type: 'placed', place, isLone: false, touchesEdge: false }
      }
      const { box, isLone } = await correctedStencil(open, task, step)
      const place = toPart(open.drawing, box)
      return { type: 'placed', place, isLone, touchesEdge: touchesEdge(place, open.drawing.part) }
    }
    case 'age': {
      const stencil = await correctedStencil(open, task, step)
      return { type: 'aged', picture: simulateAgeing(shownDrawing(open, stencil), task) }
    }
    case 'palette':
      return { type: 'palette', colours: measurePalette(corrected, task.chosen) }
    case 'crop': {
      const stencil = await correctedStencil(open, task, step)
      const { picture, box } = shownDrawing(open, stencil)
      return { type: 'cropped', picture: cropPixels(picture, box) }
    }
  }
}

/** The stencil at a rendering, with the strokes. */
async function correctedStencil(open: Open, choice: RenderingChoice, step: Step): Promise<Stencil> {
  const key = JSON.stringify([choice.rendering, choice.fineness, choice.clean])
  if (open.stencil?.key === key) return open.stencil
  await step(0.1)
  const base = baseStencil(open, choice)
  const drawn =
    choice.clean && !open.outline ? drawAgain(open, base, choice.clean) : { ...base, clean: null }
  open.stencil = { ...drawn, key, measures: null }
  await step(0.5)
  return open.stencil
}

/** Computed once for all the ways to draw its lines again. */
function baseStencil(open: Open, { rendering, fineness }: RenderingChoice): Base {
  const { base } = open
  if (base?.rendering === rendering && base.fineness === fineness) return base
  const { drawing, outline, style, strokes } = open
  const lineArt = outline ? drawing.ink : drawStencil(drawing, style, { rendering, fineness })
  const field = correctLineArt(lineArt, drawing, strokes)
  const bounds = outline ? null : inkBounds(maskAbove(field, 0.5), field.width)
  const { box = drawing.box, isLone = false } = bounds ?? {}
  open.base = { rendering, fineness, field: clearOutside(field, box), box, isLone, traced: null }
  return open.base
}

/** A press on a line is as near to it, in the millimetres of strokes. */
const pressReachMm = 3

/** The lines of a stencil drawn again. */
function drawAgain(open: Open, base: Base, choice: CleanChoice) {
  base.traced ??= traceBase(open, base)
  const { solids, ...traced } = base.traced
  const isOutline = solids === null || choice.fills === 'outline'
  const fills = isOutline ? traced.fills : joinFields(traced.fills, solids)
  const { frame } = open.drawing
  const perMm = pixelsPerMm(frame)
  const drawing = moveLines(
    { ...traced, fills },
    choice.moved,
    ({ x, y }) => [x * perMm + frame.x, y * perMm + frame.y],
    pressReachMm * perMm,
  )
  const drawn = drawClean(drawing, base.box, choice)
  return { ...drawn, clean: { ...drawing, fills: drawn.fills } }
}

function traceBase({ drawing, style, strokes }: Open, base: Base): Traced {
  const { rendering, fineness, field, box } = base
  // Of dotwork the dots are the drawing, also where they touch.
  if (style === 'dotwork') return { lines: [], fills: field, openEnds: [], solids: null }
  const traced = traceClean(field, box)
  if (rendering !== 'lines') return { ...traced, solids: null }
  const solids = drawSolids(drawLineArt(drawing, { rendering, fineness }), drawing)
  const erased = strokes.filter(({ kind }) => kind === 'erase' || kind === 'ignore')
  return { ...traced, solids: solids && correctLineArt(solids, drawing, erased) }
}

/** The picture, or the lines that were drawn again in black on white. */
function shownDrawing({ corrected }: Open, { clean, field, box }: Stencil): Drawing {
  if (!clean) return { ...corrected, box }
  return { ...corrected, ink: field, picture: blackOnWhite(field), box }
}

/** A stencil without the specks outside its box and its soft edge. The same field without any. */
function clearOutside(field: Field, { x, y, width, height }: Box): Field {
  const cleared = createField(field.width, field.height)
  const last = Math.min(field.height - 1, y + height)
  for (let row = Math.max(0, y - 1); row <= last; row++) {
    const from = row * field.width
    const start = from + Math.max(0, x - 1)
    const end = from + Math.min(field.width, x + width + 1)
    cleared.data.set(field.data.subarray(start, end), start)
  }
  const hasSpecks = field.data.some((value, index) => value >= 0.5 && cleared.data[index] === 0)
  return hasSpecks ? cleared : field
}

function measuresOf(stencil: Stencil, { style, outline }: Open): Measures {
  if (stencil.measures) return stencil.measures
  const measures = measureStencil(stencil.field, stencil.box, style)
  const letterHeight =
    outline && outline.letterHeight / millimetresPerPixel(stencil, longestOf(outline))
  stencil.measures = outline ? { ...measures, letterHeight } : measures
  return stencil.measures
}

/** Names the letter at a place of the measures. */
function letterFinder(outline: Outline | null, { longest }: Measures) {
  if (!outline) return undefined
  const scale = longestOf(outline) / longest
  return ({ x, y }: Place) => findLetter(outline, { x: x * scale, y: y * scale })
}

async function drawLines(open: Open, task: DrawTask, step: Step): Promise<Result> {
  const { outline, strokes } = open
  const { sizeMm } = task
  const stencil = await correctedStencil(open, task, step)
  const { field, box, clean } = stencil
  if (!hasLines(field)) return { type: 'no-lines' }
  const mmPerPixel = millimetresPerPixel(stencil, sizeMm)
  const letters = outline && scaleOutline(outline, sizeMm)
  const size: SizeMm = letters?.size ?? {
    width: box.width * mmPerPixel,
    height: box.height * mmPerPixel,
  }
  const trace = () =>
    letters && strokes.length === 0 ? letters.loops : traceOutline(field, box, mmPerPixel)
  if (task.type === 'trace') {
    return {
      type: 'traced',
      path: svgPath(trace()),
      size,
      ...reachOf(stencil, task.clean, mmPerPixel),
    }
  }
  if (task.type === 'shade') {
    const { darkness } = open.corrected
    return {
      type: 'shaded',
      path: svgPath(traceShade({ lines: field, darkness, box }, mmPerPixel)),
    }
  }
  if (task.type === 'layers') {
    const { darkness, picture } = open.corrected
    const branches = measuresOf(stencil, open).rule === 'dots' ? [] : strokesOf(field, box)
    const single = branches.flatMap((branch) => strokesAlong(branch, box, mmPerPixel))
    return {
      type: 'layers',
      layers: {
        lines: field,
        darkness,
        picture,
        box,
        loops: trace(),
        strokes: single,
        size,
        ...(clean && task.clean && { clean: { drawing: clean, widths: task.clean.widths } }),
      },
    }
  }
  const hasInk = mapInk(field, box, mmPerPixel)
  const result = planSheets({ size, paper: task.paper, isMirrored: task.isMirrored, hasInk })
  if (result.kind === 'too-many') return { type: 'too-many-sheets', count: result.count }
  if (task.type === 'count-sheets')
    return { type: 'sheets-counted', count: result.plan.tiles.length }
  await step(0.7)
  return { type: 'planned', plan: result.plan, loops: trace(), size }
}

/** What a press can reach, in millimetres. */
function reachOf({ clean, box }: Stencil, choice: CleanChoice | undefined, mmPerPixel: number) {
  const toMm = ([x, y]: Point) => ({ x: (x - box.x) * mmPerPixel, y: (y - box.y) * mmPerPixel })
  if (!clean || !choice) return { lines: [], openEnds: [], apartMm: null }
  const { lines, openEnds } = clean
  const crowded = findCrowded(clean, choice.widths, 1 / mmPerPixel)
  const scale = findApart(clean, choice.widths, box, mmPerPixel)
  return {
    apartMm: scale > 0 ? roundSize(scale * longestOf(box)) : null,
    lines: lines.map((line) => ({
      kind: line.kind,
      isCrowded: crowded.has(line),
      points: placesAlong(line).map(toMm),
    })),
    openEnds: openEnds.map(({ from, to }) => [toMm(from), toMm(to)] as const),
  }
}
