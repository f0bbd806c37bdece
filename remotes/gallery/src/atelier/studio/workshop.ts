import type {
  ArtistLinks,
  AtelierSettings,
  AtelierSettingsChange,
  CleanLines,
  ListedDesign,
} from '@encre/gallery-worker/contract'
import { ofStyle, type StyleId } from '@encre/protocol/catalogue'
import type { ShellApi } from '@encre/protocol/shell-api'
import type { QueryState } from '@encre/remote-kit/use-query'
import { cornersOf, wholePicture } from '@encre/stencil/crop'
import type { Fineness } from '@encre/stencil/fineness'
import type { RenderingChoice } from '@encre/stencil/first-rendering'
import type { Rendering } from '@encre/stencil/line-art'
import { fillStyles, linePlaces } from '@encre/stencil/line-classes'
import type { Result } from '@encre/stencil/messages'
import { type Box, longestOf, type SizeMm } from '@encre/stencil/pixels'
import { type Stroke, strokeScaleMm } from '@encre/stencil/strokes'
import type { ReactNode } from 'react'
import type { StudioClient } from './studio-client.ts'

export interface Workshop {
  shell: ShellApi
  design: ListedDesign
  /**
   * The links of a design in the member's gallery. Null for a drawing that is only on the page: it has
   * no link, and its notes go with the page.
   */
  kept: KeptLinks | null
  client: StudioClient
  sizeMm: number
  size: SizeMm
  /** From millimetres of the sheet to those of strokes. */
  toStrokes: Shift
  /** The stencil's longest side while its size was that of everything inked. Null if it is known. */
  formerMm: number | null
  /** The whole picture around the sheet, in percent of the sheet. */
  around: Around
  choice: RenderingChoice
  /** Absent for words, which are not drawn again. */
  cleanLines?: CleanLines
  /** Null for words, which have no picture. */
  crop: { touchesEdge: boolean; isLone: boolean; open: () => void } | null
  /** The words of a lettering, and their settings in place of rendering and fineness. */
  letters?: { words: string; isRead: boolean; onRead: () => void; settings: ReactNode }
  notes: string
  exactPlace: string
  strokes: readonly Stroke[]
  onChange: (change: AtelierSettingsChange) => void
  savingLine: ReactNode
}

export interface KeptLinks {
  state: QueryState<ArtistLinks>
  /** Reads them again after a failure. */
  retry: () => void
  /** Reads them and the design again, and keeps what is shown meanwhile. */
  reload: () => void
}

type Opened = Pick<Extract<Result, { type: 'opened' }>, 'frame' | 'part' | 'crop'>

/** A scale, and what is added after it. */
export interface Shift {
  scale: number
  x: number
  y: number
}

/** CSS of a picture whose box fills its parent. */
interface Around {
  left: string
  top: string
  width: string
  height: string
}

/** Of a part that is cut out aslant, about. */
export function aroundOf({ part, crop }: Opened, place: Box): Around {
  const corners = cornersOf(crop ?? wholePicture)
  const columns = corners.map(({ x }) => x)
  const rows = corners.map(({ y }) => y)
  const left = Math.min(...columns)
  const top = Math.min(...rows)
  const across = (Math.max(...columns) - left) / part.width
  const down = (Math.max(...rows) - top) / part.height
  const width = place.width * across
  const height = place.height * down
  return {
    left: `${(-100 * (left + place.x * across)) / width}%`,
    top: `${(-100 * (top + place.y * down)) / height}%`,
    width: `${100 / width}%`,
    height: `${100 / height}%`,
  }
}

export function sidesOf(sizeMm: number, { width, height }: Box): SizeMm {
  const scale = sizeMm / longestOf({ width, height })
  return { width: scale * width, height: scale * height }
}

export function toStrokesOf(sizeMm: number, place: Box, frame: Box): Shift {
  const perPixel = strokeScaleMm / longestOf(frame)
  return {
    scale: (perPixel * longestOf(place)) / sizeMm,
    x: perPixel * (place.x - frame.x),
    y: perPixel * (place.y - frame.y),
  }
}

/** A difference that nobody would measure, as a share of the size. */
const sameSize = 0.005

/**
 * How long the stencil of a design was whose number was set for everything inked. Null where there
 * is nothing to say.
 */
export function formerMmOf(
  { sizeMm, isStencilSize }: Pick<AtelierSettings, 'sizeMm' | 'isStencilSize'>,
  place: Box,
  frame: Box,
): number | null {
  if (sizeMm === null || isStencilSize === true) return null
  const formerMm = (sizeMm * longestOf(place)) / longestOf(frame)
  return Math.abs(formerMm - sizeMm) > sameSize * sizeMm ? formerMm : null
}

/** What the member writes on the card. */
export function notesOf({ notes, exactPlace = '' }: AtelierSettings) {
  return { notes, exactPlace }
}

/** The thickness of lines that are drawn again, in millimetres: bold outlines where the style has them. */
const styleWidths: Record<StyleId, CleanLines['widths']> = {
  geometric: { outer: 0.6, inner: 0.5, detail: 0.5 },
  'animal-portrait': { outer: 0.7, inner: 0.5, detail: 0.5 },
  dotwork: { outer: 0.6, inner: 0.5, detail: 0.5 },
  traditional: { outer: 0.9, inner: 0.6, detail: 0.5 },
  japanese: { outer: 0.9, inner: 0.6, detail: 0.5 },
  minimalist: { outer: 0.5, inner: 0.5, detail: 0.5 },
  watercolor: { outer: 0.6, inner: 0.5, detail: 0.5 },
}

export function cleanLinesOf(
  { cleanLines }: Pick<AtelierSettings, 'cleanLines'>,
  style: string,
): CleanLines {
  const widths = ofStyle(styleWidths, style) ?? styleWidths.traditional
  return cleanLines ?? { widths, moved: [] }
}

type DrawnSettings = Pick<AtelierSettings, 'rendering' | 'fineness' | 'cleanLines'>

/** How the stencil is drawn: as it was set, or as the picture asks for. Lines drawn again are those of the latter. */
export function choiceOf(
  settings: DrawnSettings,
  first: RenderingChoice,
  { style, sizeMm }: { style: string; sizeMm: number },
): RenderingChoice {
  const fineness = finenessOf(settings) ?? first.fineness
  if (settings.rendering !== 'clean')
    return { rendering: renderingOf(settings) ?? first.rendering, fineness }
  const clean = { sizeMm, ...knownLines(cleanLinesOf(settings, style)) }
  return { rendering: first.rendering, fineness, clean }
}

/** What this version knows of them. */
export function knownLines({ widths, moved, fills }: CleanLines) {
  const style = fillStyles.find((each) => each === fills)
  const known = moved.flatMap(({ x, y, to }) => {
    const place = linePlaces.find((each) => each === to)
    return place ? [{ x, y, to: place }] : []
  })
  return { widths, moved: known, ...(style && { fills: style }) }
}

export function renderingOf({ rendering }: Pick<AtelierSettings, 'rendering'>): Rendering | null {
  return rendering === 'lines' || rendering === 'fills' || rendering === 'outlines'
    ? rendering
    : null
}

export function finenessOf({ fineness }: Pick<AtelierSettings, 'fineness'>): Fineness | null {
  return fineness === 1 || fineness === 2 || fineness === 3 ? fineness : null
}
