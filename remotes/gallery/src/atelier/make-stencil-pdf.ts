import { originLine } from '@encre/remote-kit/origin-line'
import type { LineArtOptions } from '@encre/stencil/line-art'
import type { Paper } from '@encre/stencil/sheet-plan'
import type { StencilColour } from '@encre/stencil/sheets'
import { printLine } from './print-text.ts'
import { fileNameOf } from './save-file.ts'
import { ask, type StudioClient } from './studio-client.ts'
import { writeFile } from './write-file.ts'

interface StencilPdf extends LineArtOptions {
  paper: Paper
  isMirrored: boolean
  colour: StencilColour
}

/** The sheets of a stencil at true size. Rejects when they are too many: count them first. */
export async function makeStencilPdf(
  client: StudioClient,
  { subject, origin }: { subject: string; origin: string },
  { paper, isMirrored, colour, rendering, fineness, sizeMm }: StencilPdf,
  signal: AbortSignal,
): Promise<File> {
  const { plan, loops, size } = await ask(client, 'planned', { type: 'plan', paper, isMirrored, rendering, fineness, sizeMm }, signal)
  const content = { loops, size, colour, isMirrored, name: printLine(subject), origin: originLine(origin) ?? '', title: subject }
  const bytes = await writeFile({ type: 'sheets', plan, content }, signal)
  return new File([bytes], fileNameOf(subject, 'calque.pdf'), { type: 'application/pdf' })
}
