import type { Spread } from './ageing.ts'
import type { Advice, Assessment } from './assessment.ts'
import type { Crop, CroppedPlace } from './crop.ts'
import type { RenderingChoice } from './first-rendering.ts'
import type { Layers } from './layers.ts'
import type { Outline } from './letters.ts'
import type { LineArtOptions } from './line-art.ts'
import type { LinePlace } from './line-classes.ts'
import type { Loop } from './outline.ts'
import type { MeasuredColour } from './palette.ts'
import type { Box, Pixels, SizeMm } from './pixels.ts'
import type { Paper, SheetPlan } from './sheet-plan.ts'
import type { Point } from './skin.ts'
import type { Stroke } from './strokes.ts'

/**
 * What a page asks of the stencil worker (`worker.ts`). Every request gets one `Reply` with its
 * `id`, and `Progress` before it.
 */
export type Request = { readonly id: number } & Task

/** `open` first: everything else is about the picture opened last. */
export type Task =
  /**
   * Transfer the buffer of the pixels. `style` is an id of the catalogue. Without `crop` the whole
   * picture is the drawing, or with `leavesFrame` what a frame along its border encloses.
   */
  | {
      readonly type: 'open'
      readonly picture: Pixels
      readonly style: string
      readonly crop?: Crop | null
      readonly leavesFrame?: boolean
    }
  /** The same for letters, whose rendering is their own: that of a task is ignored. */
  | { readonly type: 'open-outline'; readonly outline: Outline }
  /** From now on the picture has these corrections, and no others. */
  | { readonly type: 'correct'; readonly strokes: readonly Stroke[] }
  /** The line art for the screen. */
  | ({ readonly type: 'trace' } & LineArtOptions)
  /** The edge of the shade beside the lines, for the screen. */
  | ({ readonly type: 'shade' } & LineArtOptions)
  /** Where it lies on sheets of paper, and what `file-worker.ts` needs to write them. */
  | ({
      readonly type: 'plan'
      readonly paper: Paper
      readonly isMirrored: boolean
    } & LineArtOptions)
  /** The number of those sheets: a small reply, to show while the settings change. */
  | ({
      readonly type: 'count-sheets'
      readonly paper: Paper
      readonly isMirrored: boolean
    } & LineArtOptions)
  /** What `file-worker.ts` needs to write a PNG, SVG or PSD. */
  | ({ readonly type: 'layers' } & LineArtOptions)
  /** What will not last of the stencil at this rendering. Measured once; a new size takes milliseconds. */
  | ({ readonly type: 'assess' } & LineArtOptions)
  /** Where the stencil is at this rendering. */
  | ({ readonly type: 'place' } & RenderingChoice)
  | ({ readonly type: 'age'; readonly years: number; readonly spread: Spread } & LineArtOptions)
  /** The ink's colours, beside those that the member chose. */
  | { readonly type: 'palette'; readonly chosen: readonly string[] }
  /** The picture within the stencil's box. */
  | ({ readonly type: 'crop' } & RenderingChoice)

/** A clean line that a press can put in another class, in the millimetres of the path. */
export interface TracedLine {
  readonly kind: LinePlace
  /** Whether it is a detail too small, or too near to a line, at this size. */
  readonly isCrowded: boolean
  readonly points: readonly Point[]
}

/** Where a line ends before another, and where it would meet it, in the same millimetres. */
export type TracedGap = readonly [from: Point, to: Point]

/** Cancels a request: its reply is `cancelled`, unless another reply has been sent already. */
export interface Cancel {
  readonly type: 'cancel'
  readonly id: number
}

/** How far a request is. */
export interface Progress {
  readonly type: 'progress'
  readonly id: number
  /** 0 to 1. */
  readonly share: number
}

/** The end of a request. */
export type Reply = { readonly id: number } & Result

/** What a task results in. What a picture cannot give is a result of its own, not a failure. */
export type Result =
  /**
   * `frame`: everything inked within the part of the picture that was opened, reduced to 2048
   * pixels, which is then `part`; `crop` is that part. `first`: the rendering to start with.
   */
  | {
      readonly type: 'opened'
      readonly frame: Box
      readonly part: CroppedPlace['part']
      readonly crop: Crop | null
      readonly first: RenderingChoice
    }
  /**
   * `place`: the stencil within that part. Its longest side is the tattoo's size. `isLone`: a small
   * part of it lies apart. `touchesEdge`: it lies at the part's border.
   */
  | {
      readonly type: 'placed'
      readonly place: Box
      readonly isLone: boolean
      readonly touchesEdge: boolean
    }
  | { readonly type: 'no-drawing'; readonly reason: 'blank' | 'black' | 'lineless' | 'tiny' }
  /** `path`: the `d` of an SVG path, in millimetres from the ink's top left. */
  | {
      readonly type: 'traced'
      readonly path: string
      readonly size: SizeMm
      /** Those that were drawn again. */
      readonly lines: readonly TracedLine[]
      readonly openEnds: readonly TracedGap[]
      /** The size at which lines that would touch at this one stay apart. Null where none would. */
      readonly apartMm: number | null
    }
  /** In the same millimetres. Empty without shade. */
  | { readonly type: 'shaded'; readonly path: string }
  /** The rendering finds nothing at this fineness. */
  | { readonly type: 'no-lines' }
  | {
      readonly type: 'planned'
      readonly plan: SheetPlan
      readonly loops: readonly Loop[]
      readonly size: SizeMm
    }
  | { readonly type: 'sheets-counted'; readonly count: number }
  | { readonly type: 'too-many-sheets'; readonly count: number }
  | { readonly type: 'layers'; readonly layers: Layers }
  | {
      readonly type: 'assessed'
      readonly rule: 'strokes' | 'dots'
      readonly assessment: Assessment
      readonly advice: Advice
    }
  | { readonly type: 'corrected' }
  | { readonly type: 'aged'; readonly picture: Pixels }
  | { readonly type: 'palette'; readonly colours: readonly MeasuredColour[] }
  | { readonly type: 'cropped'; readonly picture: Pixels }
  /** No picture is open, or the last one has no drawing. */
  | { readonly type: 'not-open' }
  | { readonly type: 'cancelled' }
  /** A bug, or a lack of memory. */
  | { readonly type: 'failed'; readonly message: string }
