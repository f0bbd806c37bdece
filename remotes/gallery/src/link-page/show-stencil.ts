import type { LinkedDesign } from '@encre/gallery-worker/contract'
import type { LineArtOptions } from '@encre/stencil/line-art'
import { formatSize } from '@encre/stencil/printed-messages'
import type { Paper } from '@encre/stencil/sheet-plan'
import type { SizeMm } from '@encre/stencil/svg'
import { atelierMessages as text } from '../atelier/atelier-messages.ts'
import { finenessOf, renderingOf, sidesOf } from '../atelier/design-size.ts'
import { makeCardPdf } from '../atelier/make-card-pdf.ts'
import { makeStencilPdf } from '../atelier/make-stencil-pdf.ts'
import { openStudio } from '../atelier/open-studio.ts'
import { readShownPicture } from '../atelier/picture.ts'
import { saveFile } from '../atelier/save-file.ts'
import { ask, type StudioClient } from '../atelier/studio-client.ts'
import { drawStencil } from './draw-stencil.ts'
import type { PageParts } from './page-parts.ts'

/** Draws the stencil with the owner's settings, shows its measures, and adds the buttons that download the files. */
export async function showStencil(parts: PageParts, design: LinkedDesign): Promise<void> {
  parts.status.textContent = text.opening
  const image = { style: design.style, read: (signal: AbortSignal) => readShownPicture(parts.image, signal) }
  const opened = await openStudio(image, new AbortController().signal).catch(() => ({ status: 'failed', reason: 'failed' }) as const)
  if (opened.status === 'failed') {
    fail(parts, text.studioFailures[opened.reason])
    return sayInDrawing(parts, text.studioFailures[opened.reason])
  }
  const { client, aspect, first } = opened
  const { sizeMm } = design
  const options = { rendering: renderingOf(design) ?? first, fineness: finenessOf(design), sizeMm }
  const size = sidesOf(sizeMm, aspect)
  parts.size.textContent = formatSize(size)
  try {
    await drawLines(parts, client, design, options)
    await showMeasures(parts, client, sizeMm)
  } catch {
    // The worker broke, perhaps for lack of memory, and computes nothing more.
    fail(parts, text.studioFailures.failed)
    if (!parts.stencil.querySelector('svg')) sayInDrawing(parts, text.studioFailures.failed)
    return
  }

  parts.cardPdf.disabled = false
  parts.cardPdf.addEventListener('click', () => void save(parts, () => makeCard(client, design, size)))
  const countAgain = () => void countSheets(parts, client, options)
  for (const control of [parts.paper, parts.mirror]) {
    control.disabled = false
    control.addEventListener('change', countAgain)
  }
  parts.stencilPdf.addEventListener(
    'click',
    () => void save(parts, (signal) => makeStencilPdf(client, design, { ...options, ...readPaper(parts), colour: 'black' }, signal)),
  )
  await countSheets(parts, client, options)
}

async function drawLines(parts: PageParts, client: StudioClient, { subject }: LinkedDesign, options: LineArtOptions): Promise<void> {
  const traced = await client.run({ type: 'trace', ...options })
  if (traced.type === 'traced') parts.stencil.replaceChildren(drawStencil(traced.path, traced.size, text.calqueOf(subject)))
  else sayInDrawing(parts, traced.type === 'no-lines' ? text.noFills : text.studioFailures.failed)
}

async function showMeasures({ smallestLine, smallestGap, recommended }: PageParts, client: StudioClient, sizeMm: number): Promise<void> {
  const assessed = await client.run({ type: 'assess', sizeMm })
  if (assessed.type !== 'assessed') return
  const { figures } = assessed
  smallestLine.textContent = figures.lines
  smallestGap.textContent = figures.gaps
  recommended.textContent = figures.advised
}

/** Says how many sheets the stencil takes on the chosen paper. Without a sheet to print there is no PDF. */
async function countSheets(parts: PageParts, client: StudioClient, options: LineArtOptions): Promise<void> {
  const paper = readPaper(parts)
  const counted = await client.run({ type: 'count-sheets', ...paper, ...options }).catch(() => ({ type: 'failed' }) as const)
  // Another paper was chosen meanwhile.
  if (JSON.stringify(readPaper(parts)) !== JSON.stringify(paper)) return
  parts.stencilPdf.disabled = counted.type !== 'sheets-counted'
  if (counted.type === 'sheets-counted') say(parts, text.sheets(counted.count))
  else if (counted.type === 'too-many-sheets') fail(parts, text.tooManySheets(counted.count))
  else fail(parts, counted.type === 'no-lines' ? text.noFills : text.studioFailures.failed)
}

async function makeCard(client: StudioClient, design: LinkedDesign, size: SizeMm): Promise<File> {
  const assessed = await ask(client, 'assessed', { type: 'assess', sizeMm: design.sizeMm })
  const palette = await ask(client, 'palette', { type: 'palette', chosen: design.colors })
  const crop = await ask(client, 'cropped', { type: 'crop' })
  const { notes } = design
  return makeCardPdf({ design, size, notes, assessed, colours: palette.colours, picture: crop.picture }, new AbortController().signal)
}

/** Makes one file at a time and hands it to the browser's downloads. */
async function save(parts: PageParts, make: (signal: AbortSignal) => Promise<File>): Promise<void> {
  const buttons = [parts.stencilPdf, parts.cardPdf].filter((button) => !button.disabled)
  for (const button of buttons) button.disabled = true
  say(parts, text.writing)
  try {
    saveFile(await make(new AbortController().signal))
    say(parts, text.fileSaved)
  } catch {
    fail(parts, text.fileFailed)
  }
  for (const button of buttons) button.disabled = false
}

function readPaper({ paper, mirror }: PageParts): { paper: Paper; isMirrored: boolean } {
  const { value } = paper
  return { paper: value === 'letter' || value === 'roll' ? value : 'a4', isMirrored: mirror.checked }
}

function say({ status }: PageParts, sentence: string): void {
  status.textContent = sentence
  status.classList.remove('failed')
}

function fail({ status }: PageParts, sentence: string): void {
  status.textContent = sentence
  status.classList.add('failed')
}

/** Shows a sentence in place of the drawing. */
function sayInDrawing({ stencil }: PageParts, sentence: string): void {
  const paragraph = document.createElement('p')
  paragraph.textContent = sentence
  stencil.replaceChildren(paragraph)
}
