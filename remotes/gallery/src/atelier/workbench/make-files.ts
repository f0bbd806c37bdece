import type { Design } from '@encre/gallery-worker/contract'
import { colourNames } from '@encre/picture/colour-names'
import { locationLabel, styleName } from '@encre/protocol/catalogue'
import { areColoursChosen } from '@encre/protocol/origin'
import { startWorker } from '@encre/remote-kit/start-worker'
import type { PrintPaper } from '@encre/stencil/copy-plan'
import { describeFigures } from '@encre/stencil/figures'
import type { FileReply, FileRequest, FileTask } from '@encre/stencil/file-messages'
import type { Fonts } from '@encre/stencil/font'
import type { LayeredFile } from '@encre/stencil/layers'
import type { LineArtOptions } from '@encre/stencil/line-art'
import type { Result } from '@encre/stencil/messages'
import type { MeasuredColour } from '@encre/stencil/palette'
import type { Pixels, SizeMm } from '@encre/stencil/pixels'
import { printed } from '@encre/stencil/printed-messages'
import {
  baseline,
  isPrintable,
  lineHeight,
  type PrintedText,
  wrapText,
} from '@encre/stencil/printed-text'
import type { Paper } from '@encre/stencil/sheet-plan'
import type { StencilColour } from '@encre/stencil/sheets'
import { createCanvas2d } from '../studio/picture.ts'
import { ask, type StudioClient } from '../studio/studio-client.ts'
import { cardMessages, formatDate } from './atelier-messages.ts'
import { fileNameOf } from './save-file.ts'

/** What the member chooses for the printed stencil. */
export interface PrintChoices {
  paper: PrintPaper
  isMirrored: boolean
  colour: StencilColour
}

export async function makeStencilPdf(
  client: StudioClient,
  { subject, origin }: { subject: string; origin: string },
  {
    paper,
    isMirrored,
    colour,
    rendering,
    fineness,
    clean,
    sizeMm,
  }: PrintChoices & LineArtOptions & { paper: Paper },
  signal: AbortSignal,
): Promise<File> {
  const { plan, loops, size } = await ask(
    client,
    'planned',
    { type: 'plan', paper, isMirrored, rendering, fineness, sizeMm, ...(clean && { clean }) },
    signal,
  )
  const content = {
    loops,
    size,
    colour,
    isMirrored,
    name: printLine(subject),
    origin,
    title: subject,
  }
  const bytes = await writeFile(
    { type: 'sheets', plan, content, fonts: await loadFonts(signal) },
    signal,
  )
  return new File([bytes], fileNameOf(subject, 'calque.pdf'), { type: 'application/pdf' })
}

/** Temporary tattoos of the design as it is, on transparent paper. */
export async function makeTemporaryPdf(
  client: StudioClient,
  { subject, origin }: { subject: string; origin: string },
  { size, lineArt }: { size: SizeMm; lineArt: LineArtOptions },
  signal: AbortSignal,
): Promise<File> {
  const { picture } = await ask(
    client,
    'aged',
    { type: 'age', ...lineArt, years: 0, spread: 'least' },
    signal,
  )
  const content = { picture, size, name: printLine(subject), title: subject, origin }
  const fonts = await loadFonts(signal)
  const bytes = await writeFile({ type: 'temporary', content, fonts }, signal)
  return new File([bytes], fileNameOf(subject, 'temporaire.pdf'), { type: 'application/pdf' })
}

/** A format that the file worker writes in layers. */
export type LayeredFormat = Extract<FileTask, LayeredFile>['type']

const mimeTypes: Record<LayeredFormat, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  psd: 'image/vnd.adobe.photoshop',
}
/** In the order of their buttons. */
export const layeredFormats = Object.keys(mimeTypes) as LayeredFormat[]

export async function makeLayeredFile(
  client: StudioClient,
  { subject, origin }: { subject: string; origin: string },
  { format, lineArt, colour, isMirrored }: LayeredOptions,
  signal: AbortSignal,
): Promise<File> {
  const { layers } = await ask(client, 'layers', { type: 'layers', ...lineArt }, signal)
  const bytes = await writeFile(
    { type: format, layers, colour, isMirrored, title: subject, origin },
    signal,
  )
  return new File([bytes], fileNameOf(subject, `calque.${format}`), { type: mimeTypes[format] })
}

interface LayeredOptions extends Pick<PrintChoices, 'colour' | 'isMirrored'> {
  format: LayeredFormat
  lineArt: LineArtOptions
}

const noteColumns = 26

interface CardInput {
  design: Pick<Design, 'subject' | 'style' | 'placement' | 'placementDetail' | 'colors' | 'origin'>
  size: SizeMm
  notes: string
  exactPlace?: string | undefined
  assessed: Extract<Result, { type: 'assessed' }>
  colours: readonly MeasuredColour[]
  picture: Pixels
}

export async function makeCardPdf(
  { design, size, notes, exactPlace, assessed, colours, picture }: CardInput,
  signal: AbortSignal,
): Promise<File> {
  const { subject } = design
  const lines = [exactPlace && cardMessages.printedPlace(exactPlace), notes].filter(Boolean)
  const content = {
    name: printLine(subject),
    title: subject,
    design: { kind: 'picture', picture },
    size,
    style: styleName(design.style),
    placement: printLine(locationLabel(design)),
    measuredColours: colours,
    chosenColours: chosenColours(design),
    figures: describeFigures(assessed),
    notes: printParagraphs(lines.join('\n'), noteColumns),
    questions: printed.toArtist,
    date: formatDate(new Date().toISOString()),
    origin: design.origin,
  } as const
  const bytes = await writeFile({ type: 'card', content, fonts: await loadFonts(signal) }, signal)
  return new File([bytes], fileNameOf(subject, 'fiche.pdf'), { type: 'application/pdf' })
}

/** In French, unlike the labels of the generator. */
export function chosenColours({
  colors,
  origin,
}: Pick<CardInput['design'], 'colors' | 'origin'>): string[] {
  if (colors.length > 0) return colourNames(colors)
  return areColoursChosen(origin) ? [cardMessages.blackInk] : []
}

/**
 * Writes a file in a worker of its own, which ends with it. Rejects with the abort reason, or when
 * the worker fails.
 */
export async function writeFile(
  task: FileTask,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = await startWorker('stencil-files')
  try {
    return await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.addEventListener('error', (event) =>
        reject(new Error(`the file worker failed: ${event.message}`)),
      )
      worker.addEventListener('message', ({ data }: MessageEvent<FileReply>) => {
        if (data.type === 'file') resolve(data.bytes)
        else reject(new Error(data.message))
      })
      const request: FileRequest = { id: 1, ...task }
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}

const fontPath = (weight: 400 | 700) => `${__webpack_public_path__}fonts/printed-${weight}.woff`

/** Brings what writes files into the browser's cache, so that they are made offline too. */
export async function loadFilesInAdvance(): Promise<void> {
  const worker = `${__webpack_public_path__}workers/stencil-files.js`
  const loading = [worker, fontPath(400), fontPath(700)].map(async (path) => {
    const response = await fetch(path, { priority: 'low' })
    await response.arrayBuffer()
  })
  await Promise.allSettled(loading)
}

async function loadFonts(signal: AbortSignal): Promise<Fonts> {
  const load = async (weight: 400 | 700) => {
    const response = await fetch(fontPath(weight), { signal })
    if (!response.ok) throw new Error(`the font of weight ${weight} answered ${response.status}`)
    return response.arrayBuffer()
  }
  return Promise.all([load(400), load(700)])
}

/** Type size in pixels: 12 points at 300 dots per inch, doubled. */
const typeSize = 100
const family = "'Hanken Grotesk', system-ui, sans-serif"

/**
 * A line for a PDF: text if the PDF's fonts have all its characters, otherwise a picture of it,
 * drawn with the browser's fonts.
 */
function printLine(text: string): PrintedText {
  const line = text.replace(/\s+/g, ' ').trim()
  return isPrintable(line) ? line : drawLine(line)
}

/**
 * Notes for a PDF: text, or a picture of each line, as `printLine`. `columns` is the width of a
 * line in type sizes.
 */
function printParagraphs(text: string, columns: number): string | Pixels[] {
  if (isPrintable(text.replace(/\s/g, ' '))) return text
  const context = createTextContext(1, 1)
  return wrapText(text, columns * typeSize, (line) => context.measureText(line).width)
    .filter((line) => line.trim() !== '')
    .map(drawLine)
}

function drawLine(text: string): Pixels {
  const width = Math.max(1, Math.ceil(createTextContext(1, 1).measureText(text).width))
  const height = Math.round(typeSize * lineHeight)
  const context = createTextContext(width, height)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  context.fillText(text, 0, height * baseline)
  return context.getImageData(0, 0, width, height)
}

function createTextContext(width: number, height: number): CanvasRenderingContext2D {
  const context = createCanvas2d(width, height, { willReadFrequently: true })
  context.font = `${typeSize}px ${family}`
  return context
}
