import type { CardContent } from './artist-card.ts'
import type { Loop } from './outline.ts'
import type { Box, Field } from './pixels.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { SheetContent, StencilColour } from './sheets.ts'
import type { SizeMm } from './svg.ts'

/** What a page asks of `file-worker.ts`. Each request gets one `FileReply` with its `id`. To cancel a request, end the worker. */
export type FileRequest = { readonly id: number } & FileTask

/** A file to write. */
export type FileTask =
  /** A PDF of the sheets of a `planned` reply. */
  | { readonly type: 'sheets'; readonly plan: SheetPlan; readonly content: SheetContent }
  /** The artist's card, a PDF of one page. */
  | { readonly type: 'card'; readonly content: CardContent }
  /** An SVG that opens at its true size, from an `outlined` reply. */
  | {
      readonly type: 'svg'
      readonly loops: readonly Loop[]
      readonly size: SizeMm
      readonly colour: StencilColour
      readonly title: string
      readonly origin: string
    }
  /** A transparent PNG of 300 dots per inch, from a `line-art` reply. */
  | {
      readonly type: 'png'
      readonly field: Field
      readonly box: Box
      readonly mmPerPixel: number
      readonly colour: StencilColour
      readonly origin: string
    }
  /** The JPEG of a design on a photo, with its origin. */
  | { readonly type: 'skin'; readonly jpeg: Uint8Array<ArrayBuffer>; readonly origin: string }

/** The file, or the message of a bug. */
export type FileReply =
  | { readonly id: number; readonly type: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly type: 'failed'; readonly message: string }
