import type { CardContent } from './artist-card.ts'
import type { Fonts } from './font.ts'
import type { LayeredFile } from './layers.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { SheetContent } from './sheets.ts'
import type { TemporaryContent } from './temporary-sheet.ts'

/**
 * What a page asks of `file-worker.ts`. Each request gets one `FileReply` with its `id`. To cancel
 * a request, end the worker.
 */
export type FileRequest = { readonly id: number } & FileTask

/** A file to write. */
export type FileTask =
  /** A PDF of the sheets of a `planned` reply. */
  | {
      readonly type: 'sheets'
      readonly plan: SheetPlan
      readonly content: SheetContent
      readonly fonts: Fonts
    }
  /** A PDF of temporary tattoos, of one page. */
  | { readonly type: 'temporary'; readonly content: TemporaryContent; readonly fonts: Fonts }
  /** The artist's card, a PDF of one page. */
  | { readonly type: 'card'; readonly content: CardContent; readonly fonts: Fonts }
  /** The lines of a `layers` reply; with the other layers too in an SVG and a PSD. */
  | ({ readonly type: 'png' | 'svg' | 'psd' } & LayeredFile)
  /** The JPEG of a design on a photo, with its origin. */
  | { readonly type: 'skin'; readonly jpeg: Uint8Array<ArrayBuffer>; readonly origin: string }

/** The file, or the message of a bug. */
export type FileReply =
  | { readonly id: number; readonly type: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly type: 'failed'; readonly message: string }
