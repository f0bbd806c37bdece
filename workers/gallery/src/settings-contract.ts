import { plainLine, plainText } from '@encre/protocol/plain-text'
import * as z from 'zod/mini'
import type { GalleryOperation } from './problems-contract.ts'

/** Most characters of a member's notes for the tattoo artist. */
export const mostNotes = 600

/** Most characters of the line that says where exactly the design goes. */
export const mostExactPlace = 120

/** Most bytes of a design's corrections, as JSON. */
export const mostCorrectionBytes = 32 * 1024

/** Most bytes of a design's crop, as JSON. */
export const mostCropBytes = 16 * 1024

/**
 * A correction of the stencil: `Stroke` of the stencil package, whose lengths are millimetres of an
 * ink of 100 mm.
 */
export const Correction = z.object({
  kind: z.enum(['erase', 'line', 'join', 'ignore']),
  width: z.number(),
  points: z.array(z.number()),
})
export type Correction = z.infer<typeof Correction>

/** The part of the picture that is the drawing: `Crop` of the stencil package, in shares of its sides. */
export const Crop = z.object({
  corners: z.array(z.number()),
  strokes: z.array(z.object({ width: z.number(), points: z.array(z.number()) })),
})
export type Crop = z.infer<typeof Crop>

/** Most lines that are in another class than the page puts them. */
export const mostMovedLines = 400

/** How the lines of a stencil are drawn again: `CleanChoice` of the stencil package, without its size. */
export const CleanLines = z.object({
  /** The thickness of each class on the skin, in millimetres. */
  widths: z.object({ outer: z.number(), inner: z.number(), detail: z.number() }),
  /** Places of lines that the member put in another class or left out (`none`), as corrections have them. */
  moved: z.array(z.object({ x: z.number(), y: z.number(), to: z.string() })),
  /** `solid`, `hatched` or `outline`. */
  fills: z.optional(z.string()),
})
export type CleanLines = z.infer<typeof CleanLines>

/** The words of a lettering, and how they are set. */
export const Lettering = z.object({
  /** One to three lines. */
  words: z.string(),
  /** The name of a face. Later versions may add values. */
  face: z.string(),
  /** Degrees that the longest line spans, upwards or below 0 downwards; 0 is straight. */
  arc: z.number(),
  /** Thousandths of the type size. */
  spacing: z.number(),
  /** Whether the member has said that each letter was read again. */
  isRead: z.boolean(),
})
export type Lettering = z.infer<typeof Lettering>

/**
 * What the member has set in the atelier. Null: not set, so the page
 * chooses.
 */
export const AtelierSettings = z.object({
  /** Longest side of the stencil on the skin. */
  sizeMm: z.nullable(z.number()),
  /**
   * Whether `sizeMm` was set for the stencil. Pages from before set it for everything inked in the
   * picture. Absent from older workers.
   */
  isStencilSize: z.optional(z.nullable(z.boolean())),
  /** 'lines', 'fills', 'outlines' or 'clean'. Later versions may add values. */
  rendering: z.nullable(z.string()),
  fineness: z.nullable(z.number()),
  /**
   * Whether a frame along the border belongs to the drawing: always true since pages have `crop`.
   * Workers before frames do not say.
   */
  keepsFrame: z.optional(z.nullable(z.boolean())),
  notes: z.string(),
  /** Where exactly on the placement, such as the side, and what stays. Absent from older workers. */
  exactPlace: z.optional(z.string()),
  /** In the order in which they were made. Absent from older workers. */
  corrections: z.optional(z.array(Correction)),
  /** Null for the whole picture. Absent from older workers. */
  crop: z.optional(z.nullable(Crop)),
  /** Null before anything was set. Absent from older workers. */
  cleanLines: z.optional(z.nullable(CleanLines)),
  /** Null for a design of another origin. Absent from older workers. */
  lettering: z.optional(z.nullable(Lettering)),
  /** Grows with each change. Absent from older workers. */
  version: z.optional(z.number()),
})
export type AtelierSettings = z.infer<typeof AtelierSettings>

export const readSettings = {
  method: 'GET',
  path: '/api/gallery/designs/:id/settings',
  summary: 'Reads the atelier',
  answers: { 200: AtelierSettings },
  problems: { 404: ['not-found'] },
} as const satisfies GalleryOperation

const Thickness = z.number().check(z.minimum(0.1), z.maximum(3))
const Place = z.number().check(z.minimum(-200), z.maximum(300))

/** The fields to change; the others stay. */
export const AtelierSettingsChange = z.strictObject({
  /** The version that was read. Pages from before versions send none, and overwrite. */
  version: z.exactOptional(z.number()),
  /** 1 cm to 1 m. */
  sizeMm: z.exactOptional(z.number().check(z.minimum(10), z.maximum(1000))),
  isStencilSize: z.exactOptional(z.boolean()),
  rendering: z.exactOptional(z.enum(['lines', 'fills', 'outlines', 'clean'])),
  fineness: z.exactOptional(z.literal([1, 2, 3])),
  keepsFrame: z.exactOptional(z.boolean()),
  notes: z.exactOptional(z.string().check(z.maxLength(mostNotes), ...plainText())),
  exactPlace: z.exactOptional(z.string().check(z.maxLength(mostExactPlace), ...plainLine())),
  /** At most `mostCorrectionBytes`. */
  corrections: z.exactOptional(z.array(Correction)),
  /** At most `mostCropBytes`. */
  crop: z.exactOptional(z.nullable(Crop)),
  cleanLines: z.exactOptional(
    z.strictObject({
      widths: z.strictObject({ outer: Thickness, inner: Thickness, detail: Thickness }),
      moved: z
        .array(
          z.strictObject({ x: Place, y: Place, to: z.enum(['outer', 'inner', 'detail', 'none']) }),
        )
        .check(z.maxLength(mostMovedLines)),
      fills: z.exactOptional(z.enum(['solid', 'hatched', 'outline'])),
    }),
  ),
  lettering: z.exactOptional(
    z.strictObject({
      words: z.string().check(z.minLength(1), z.maxLength(400), ...plainText()),
      face: z.string().check(z.regex(/^[a-z]{1,20}$/)),
      arc: z.number().check(z.minimum(-180), z.maximum(180)),
      spacing: z.number().check(z.minimum(-50), z.maximum(300)),
      isRead: z.boolean(),
    }),
  ),
})
export type AtelierSettingsChange = z.infer<typeof AtelierSettingsChange>

/**
 * `version-conflict` when the settings have changed since `version`, unless they are already as
 * asked.
 */
export const changeSettings = {
  method: 'PATCH',
  path: '/api/gallery/designs/:id/settings',
  summary: 'Changes the atelier',
  body: AtelierSettingsChange,
  answers: { 200: AtelierSettings },
  problems: { 404: ['not-found'], 409: ['version-conflict'] },
  repeats: 'same',
} as const satisfies GalleryOperation
