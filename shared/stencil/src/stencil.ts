import type { Drawing } from './drawing.ts'
import type { RenderingChoice } from './first-rendering.ts'
import { drawLineArt } from './line-art.ts'
import type { Field } from './pixels.ts'
import { withoutShade } from './shade.ts'

/** The stencil of a drawing as it is downloaded, but for corrections by hand. It is the same at every size. */
export function drawStencil(drawing: Drawing, style: string, choice: RenderingChoice): Field {
  const lineArt = drawLineArt(drawing, choice)
  // Of dotwork the dots are the drawing, and fills are everything inked.
  const isWhole = choice.rendering === 'fills' || style === 'dotwork'
  return isWhole ? lineArt : withoutShade(lineArt, drawing.box)
}
