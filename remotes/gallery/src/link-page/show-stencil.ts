import type { LinkedDesign } from '@encre/gallery-worker/contract'
import type { Advice } from '@encre/stencil/assessment'
import { adviceOf, describeFigures } from '@encre/stencil/figures'
import type { LineArtOptions } from '@encre/stencil/line-art'
import type { SizeMm } from '@encre/stencil/pixels'
import { formatSize } from '@encre/stencil/printed-messages'
import type { Paper } from '@encre/stencil/sheet-plan'
import { openingOf, openStudio } from '../atelier/studio/open-studio.ts'
import { encodeCanvas, readShownPicture, toCanvas } from '../atelier/studio/picture.ts'
import { ask, type StudioClient, withCorrections } from '../atelier/studio/studio-client.ts'
import { choiceOf, sidesOf } from '../atelier/studio/workshop.ts'
import { answerMessages, atelierMessages as text } from '../atelier/workbench/atelier-messages.ts'
import {
  layeredFormats,
  makeCardPdf,
  makeLayeredFile,
  makeStencilPdf,
} from '../atelier/workbench/make-files.ts'
import { saveFile } from '../atelier/workbench/save-file.ts'
import { letteringOf } from '../lettering/lettering.ts'
import { openLettering } from '../lettering/open-lettering.ts'
import { createShape, drawColours, drawRuled, type Room } from './draw-ruled.ts'
import { type PageParts, reveal } from './page-parts.ts'

/**
 * Draws the stencil with the owner's settings, shows its measures, and adds the buttons that
 * download the files.
 */
export async function showStencil(parts: PageParts, design: LinkedDesign): Promise<void> {
  parts.status.textContent = text.opening
  const image = {
    style: design.style,
    ...openingOf(design),
    read: (signal: AbortSignal) => readShownPicture(parts.image, signal),
  }
  const lettering = letteringOf(design)
  const opening = lettering
    ? openLettering(lettering, design)
    : openStudio(image, new AbortController().signal)
  const opened = await opening.catch(() => ({ status: 'failed', reason: 'failed' }) as const)
  if (opened.status === 'failed') {
    fail(parts, text.studioFailures[opened.reason])
    return sayInDrawing(parts, text.studioFailures[opened.reason])
  }
  const { first } = opened
  const client = withCorrections(opened.client, design.corrections ?? [])
  const { sizeMm } = design
  const options = { ...choiceOf(design, first, design), sizeMm }
  let size: SizeMm
  try {
    const { place } = await ask(client, 'placed', { type: 'place', ...options })
    size = sidesOf(sizeMm, place)
    parts.size.textContent = formatSize(size)
    await drawLines(parts, client, design, options)
    await drawDesign(parts, client, options, size)
    await showMeasures(parts, client, design, options)
  } catch {
    // The worker broke, perhaps for lack of memory, and computes nothing more.
    fail(parts, text.studioFailures.failed)
    if (!parts.stencil.querySelector('svg')) sayInDrawing(parts, text.studioFailures.failed)
    return
  }

  offerFiles(parts, client, design, options, size)
  const countAgain = () => void countSheets(parts, client, options)
  for (const control of [parts.paper, parts.mirror]) {
    control.disabled = false
    control.addEventListener('change', countAgain)
  }
  await countSheets(parts, client, options)
}

async function drawLines(
  parts: PageParts,
  client: StudioClient,
  { subject }: LinkedDesign,
  options: LineArtOptions,
): Promise<void> {
  const traced = await client.run({ type: 'trace', ...options })
  if (traced.type === 'traced') {
    const lines = createShape('path', { d: traced.path, class: 'lines', 'fill-rule': 'evenodd' })
    parts.stencil.replaceChildren(
      drawRuled(lines, traced.size, text.calqueOf(subject), roomOf(parts)),
    )
  } else sayInDrawing(parts, traced.type === 'no-lines' ? text.noFills : text.studioFailures.failed)
}

/** The design in its own colours between the rulers, in the place of its image. */
async function drawDesign(
  parts: PageParts,
  client: StudioClient,
  options: LineArtOptions,
  size: SizeMm,
): Promise<void> {
  const { image } = parts
  if (!document.getElementById('design')) return
  const { picture } = await ask(client, 'cropped', { type: 'crop', ...options })
  const bytes = await encodeCanvas(toCanvas(picture)).catch(() => null)
  if (!bytes) return
  const drawing = createShape('image', {
    href: URL.createObjectURL(bytes),
    width: String(size.width),
    height: String(size.height),
  })
  reveal('design', HTMLElement)?.replaceChildren(drawRuled(drawing, size, image.alt, roomOf(parts)))
  image.hidden = true
}

/** The room inside what is shown now, the image or the stencil: both have the same. */
function roomOf({ image, stencil }: PageParts): Room {
  const shown = image.clientWidth > 0 ? image : stencil
  const padding = 2 * Number.parseFloat(getComputedStyle(stencil).paddingTop || '0')
  return { width: shown.clientWidth - padding, height: shown.clientHeight - padding }
}

async function showMeasures(
  parts: PageParts,
  client: StudioClient,
  { colors }: LinkedDesign,
  options: LineArtOptions,
): Promise<void> {
  const assessed = await client.run({ type: 'assess', ...options })
  if (assessed.type !== 'assessed') return
  const figures = describeFigures(assessed)
  parts['smallest-line'].textContent = figures.lines
  parts['smallest-gap'].textContent = figures.gaps
  parts.recommended.textContent = adviceOf(figures)
  offerLarger(assessed.advice, options.sizeMm)
  reveal('resolution', HTMLElement)?.replaceChildren(figures.resolution)
  const palette = await ask(client, 'palette', { type: 'palette', chosen: colors })
  reveal('colours', HTMLElement)?.lastElementChild?.replaceChildren(...drawColours(palette.colours))
}

/** The answer that names a size: the advised one, or that of the design where it suffices. */
function offerLarger(advice: Advice, sizeMm: number): void {
  if (advice.kind !== 'size') return
  const button = reveal('answer-larger', HTMLButtonElement)
  if (!button) return
  const leastMm = Math.max(advice.sizeMm, sizeMm)
  button.dataset.sizeMm = String(leastMm)
  button.textContent = answerMessages.atLeast(leastMm)
}

/**
 * Says how many sheets the stencil takes on the chosen paper. Without a sheet to print there is no
 * PDF.
 */
async function countSheets(
  parts: PageParts,
  client: StudioClient,
  options: LineArtOptions,
): Promise<void> {
  const paper = readPaper(parts)
  const counted = await client
    .run({ type: 'count-sheets', ...paper, ...options })
    .catch(() => ({ type: 'failed' }) as const)
  // Another paper was chosen meanwhile.
  if (JSON.stringify(readPaper(parts)) !== JSON.stringify(paper)) return
  parts['stencil-pdf'].disabled = counted.type !== 'sheets-counted'
  if (counted.type === 'sheets-counted')
    say(parts, answerMessages.paper(text.papers.get(paper.paper), text.sheets(counted.count)))
  else if (counted.type === 'too-many-sheets') fail(parts, text.tooManySheets(counted.count))
  else fail(parts, counted.type === 'no-lines' ? text.noFills : text.studioFailures.failed)
}

async function makeCard(
  client: StudioClient,
  design: LinkedDesign,
  options: LineArtOptions,
  size: SizeMm,
): Promise<File> {
  const assessed = await ask(client, 'assessed', { type: 'assess', ...options })
  const palette = await ask(client, 'palette', { type: 'palette', chosen: design.colors })
  const crop = await ask(client, 'cropped', { type: 'crop', ...options })
  const { notes, exactPlace } = design
  return makeCardPdf(
    { design, size, notes, exactPlace, assessed, colours: palette.colours, picture: crop.picture },
    new AbortController().signal,
  )
}

type Make = (signal: AbortSignal) => Promise<File>

function offerFiles(
  parts: PageParts,
  client: StudioClient,
  design: LinkedDesign,
  options: LineArtOptions & { sizeMm: number },
  size: SizeMm,
): void {
  const files = new Map<HTMLButtonElement, Make>([
    [parts['card-pdf'], () => makeCard(client, design, options, size)],
    [
      parts['stencil-pdf'],
      (signal) => {
        const printing = { ...options, ...readPaper(parts), colour: 'black' } as const
        return makeStencilPdf(client, design, printing, signal)
      },
    ],
  ])
  for (const format of layeredFormats) {
    const button = reveal(format, HTMLButtonElement)
    if (!button) continue
    files.set(button, (signal) => {
      const { isMirrored } = readPaper(parts)
      const layered = { format, lineArt: options, isMirrored, colour: 'black' } as const
      return makeLayeredFile(client, design, layered, signal)
    })
  }
  const buttons = [...files.keys()]
  for (const [button, make] of files) {
    // The stencil's waits until its sheets are counted.
    button.disabled = button === parts['stencil-pdf']
    button.addEventListener('click', () => void save(parts, buttons, make))
  }
}

async function save(parts: PageParts, offered: HTMLButtonElement[], make: Make): Promise<void> {
  const buttons = offered.filter((button) => !button.disabled)
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
  return {
    paper: value === 'letter' || value === 'roll' ? value : 'a4',
    isMirrored: mirror.checked,
  }
}

function say({ status }: PageParts, sentence: string): void {
  status.textContent = sentence
  status.classList.remove('failed')
}

function fail({ status }: PageParts, sentence: string): void {
  status.textContent = sentence
  status.classList.add('failed')
}

function sayInDrawing({ stencil }: PageParts, sentence: string): void {
  const paragraph = document.createElement('p')
  paragraph.textContent = sentence
  stencil.replaceChildren(paragraph)
}
