import type { Design } from '@encre/gallery-worker/contract'
import { colourLabel, locationLabel, styleName } from '@encre/protocol/catalogue'
import { originLine } from '@encre/remote-kit/origin-line'
import type { Result } from '@encre/stencil/messages'
import type { MeasuredColour } from '@encre/stencil/palette'
import type { Pixels } from '@encre/stencil/pixels'
import { printed } from '@encre/stencil/printed-messages'
import type { SizeMm } from '@encre/stencil/svg'
import { formatDate } from './atelier-messages.ts'
import { cardMessages } from './card-messages.ts'
import { printLine, printParagraphs } from './print-text.ts'
import { fileNameOf } from './save-file.ts'
import { writeFile } from './write-file.ts'

/** Width of the card's notes, in sizes of their type. */
const noteColumns = 26

interface CardInput {
  design: Pick<Design, 'subject' | 'style' | 'placement' | 'placementDetail' | 'colors' | 'origin'>
  size: SizeMm
  notes: string
  assessed: Extract<Result, { type: 'assessed' }>
  colours: readonly MeasuredColour[]
  picture: Pixels
}

/** The artist's card, one A4 page. */
export async function makeCardPdf({ design, size, notes, assessed, colours, picture }: CardInput, signal: AbortSignal): Promise<File> {
  const { subject } = design
  const content = {
    name: printLine(subject),
    title: subject,
    design: { kind: 'picture', picture },
    size,
    style: styleName(design.style),
    placement: printLine(locationLabel(design)),
    measuredColours: colours,
    chosenColours: design.colors.length > 0 ? design.colors.map(colourLabel) : [cardMessages.blackInk],
    figures: assessed.figures,
    notes: printParagraphs(notes, noteColumns),
    questions: printed.toArtist,
    date: formatDate(new Date().toISOString()),
    origin: originLine(design.origin) ?? '',
  } as const
  const bytes = await writeFile({ type: 'card', content }, signal)
  return new File([bytes], fileNameOf(subject, 'fiche.pdf'), { type: 'application/pdf' })
}
