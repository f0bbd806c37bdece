import type { LinkedDesign } from '@encre/gallery-worker/contract'
import { describeFigures } from '@encre/stencil/figures'
import type { LineArtOptions } from '@encre/stencil/line-art'
import type { SizeMm } from '@encre/stencil/pixels'
import { formatSize } from '@encre/stencil/printed-messages'
import type { Paper } from '@encre/stencil/sheet-plan'
import { ticksOf } from '@encre/ui/ruler-ticks'
import { answerMessages, atelierMessages as text } from '../atelier/atelier-messages.ts'
import { makeCardPdf, makeStencilPdf } from '../atelier/make-pdf.ts'
import { openStudio } from '../atelier/open-studio.ts'
import { readShownPicture } from '../atelier/picture.ts'
import { saveFile } from '../atelier/save-file.ts'
import { ask, type StudioClient, withCorrections } from '../atelier/studio-client.ts'
import { finenessOf, renderingOf, sidesOf } from '../atelier/workshop.ts'
import type { PageParts } from './page-parts.ts'

/**
 * Draws the stencil with the owner's settings, shows its measures, and adds the buttons that
 * download the files.
 */
export async function showStencil(parts: PageParts, design: LinkedDesign): Promise<void> {
  parts.status.textContent = text.opening
  const image = {
    style: design.style,
    keepsFrame: design.keepsFrame === true,
    read: (signal: AbortSignal) => readShownPicture(parts.image, signal),
  }
  const opened = await openStudio(image, new AbortController().signal).catch(
    () => ({ status: 'failed', reason: 'failed' }) as const,
  )
  if (opened.status === 'failed') {
    fail(parts, text.studioFailures[opened.reason])
    return sayInDrawing(parts, text.studioFailures[opened.reason])
  }
  const { place, first } = opened
  const client = withCorrections(opened.client, design.corrections ?? [])
  const { sizeMm } = design
  const options = {
    rendering: renderingOf(design) ?? first.rendering,
    fineness: finenessOf(design) ?? first.fineness,
    sizeMm,
  }
  const size = sidesOf(sizeMm, place)
  parts.size.textContent = formatSize(size)
  try {
    await drawLines(parts, client, design, options)
    await showMeasures(parts, client, options)
  } catch {
    // The worker broke, perhaps for lack of memory, and computes nothing more.
    fail(parts, text.studioFailures.failed)
    if (!parts.stencil.querySelector('svg')) sayInDrawing(parts, text.studioFailures.failed)
    return
  }

  parts['card-pdf'].disabled = false
  parts['card-pdf'].addEventListener(
    'click',
    () => void save(parts, () => makeCard(client, design, options, size)),
  )
  const countAgain = () => void countSheets(parts, client, options)
  for (const control of [parts.paper, parts.mirror]) {
    control.disabled = false
    control.addEventListener('change', countAgain)
  }
  parts['stencil-pdf'].addEventListener(
    'click',
    () =>
      void save(parts, (signal) =>
        makeStencilPdf(
          client,
          design,
          { ...options, ...readPaper(parts), colour: 'black' },
          signal,
        ),
      ),
  )
  await countSheets(parts, client, options)
}

async function drawLines(
  parts: PageParts,
  client: StudioClient,
  { subject }: LinkedDesign,
  options: LineArtOptions,
): Promise<void> {
  const traced = await client.run({ type: 'trace', ...options })
  if (traced.type === 'traced')
    parts.stencil.replaceChildren(drawStencil(traced.path, traced.size, text.calqueOf(subject)))
  else sayInDrawing(parts, traced.type === 'no-lines' ? text.noFills : text.studioFailures.failed)
}

async function showMeasures(
  parts: PageParts,
  client: StudioClient,
  options: LineArtOptions,
): Promise<void> {
  const assessed = await client.run({ type: 'assess', ...options })
  if (assessed.type !== 'assessed') return
  const figures = describeFigures(assessed)
  parts['smallest-line'].textContent = figures.lines
  parts['smallest-gap'].textContent = figures.gaps
  parts.recommended.textContent = figures.advised
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
  const crop = await ask(client, 'cropped', { type: 'crop' })
  const { notes } = design
  return makeCardPdf(
    { design, size, notes, assessed, colours: palette.colours, picture: crop.picture },
    new AbortController().signal,
  )
}

async function save(parts: PageParts, make: (signal: AbortSignal) => Promise<File>): Promise<void> {
  const buttons = [parts['stencil-pdf'], parts['card-pdf']].filter((button) => !button.disabled)
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

const svgNamespace = 'http://www.w3.org/2000/svg'

/**
 * Draws a stencil with a ruler in centimetres above and beside it. Printed at 100 %, it has its
 * true size where the paper is wide enough.
 */
function drawStencil(path: string, size: SizeMm, label: string): SVGSVGElement {
  // The rulers' width, their letters and their ticks follow the size, so that they look alike on
  // the screen.
  const longest = Math.max(size.width, size.height)
  const margin = longest * 0.07
  const svg = createShape('svg', {
    viewBox: `${-margin} ${-margin} ${size.width + margin} ${size.height + margin}`,
    role: 'img',
    'aria-label': label,
  })
  svg.style.setProperty('--print-width', `${size.width + margin}mm`)
  svg.append(
    ...drawRuler(size.width, longest, margin, false),
    ...drawRuler(size.height, longest, margin, true),
    createShape('path', { d: path, class: 'lines', 'fill-rule': 'evenodd' }),
  )
  return svg
}

function drawRuler(
  millimetres: number,
  longest: number,
  margin: number,
  isDown: boolean,
): SVGElement[] {
  const { ticks, labels } = ticksOf(millimetres / 10, longest / 10)
  const lengths = { minor: 0.15, middle: 0.3, major: 0.45 }
  const place = (along: number, across: number) =>
    isDown ? `${across} ${along}` : `${along} ${across}`
  const marks = ticks
    .map(({ at, rank }) => `M${place(10 * at, -margin * lengths[rank])}L${place(10 * at, 0)}`)
    .join('')
  const numbers = labels.map((centimetres) => {
    const [x, y] = isDown ? [-0.5 * margin, 10 * centimetres] : [10 * centimetres, -0.5 * margin]
    const number = createShape('text', {
      x: String(x),
      y: String(isDown ? y + 0.13 * margin : y),
      class: 'ruler-text',
      'font-size': String(0.36 * margin),
      'text-anchor': isDown ? 'end' : 'middle',
    })
    number.textContent = String(centimetres)
    return number
  })
  return [
    createShape('path', { d: `${marks}M${place(0, 0)}L${place(millimetres, 0)}`, class: 'ruler' }),
    ...numbers,
  ]
}

function createShape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
