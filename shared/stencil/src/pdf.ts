import { rgbOf } from '@encre/picture/oklab'
import { xmpPacket } from '@encre/picture/origin-marks'
import { concatBytes } from '@encre/protocol/bytes'
import { originLine } from '@encre/protocol/origin'
import { deflate } from './deflate.ts'
import { type Fonts, unpackWoff } from './font.ts'
import type { Loop } from './outline.ts'
import type { Pixels } from './pixels.ts'
import {
  baseline,
  encodeWinAnsi,
  glyphWidths,
  lineHeight,
  type PrintedText,
  textWidth,
} from './printed-text.ts'

/**
 * One page: its drawing operators, and the pictures that they name. Lengths are millimetres from
 * the top left.
 */
export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly operators: string[]
  readonly pictures: Pixels[]
}

/** An empty page of this size, in millimetres. */
export function createPage(width: number, height: number): PdfPage {
  return { width, height, operators: [], pictures: [] }
}

/**
 * A drawing that several pages show: loops filled with one ink (`#4a22b5`), and the size that they
 * stay within.
 */
export interface PdfDrawing {
  readonly loops: readonly Loop[]
  readonly ink: string
  readonly width: number
  readonly height: number
}

/** An affine map: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Shows the document's drawing, mapped onto the page and cut at the box. */
export function placeDrawing(
  { operators }: PdfPage,
  matrix: Matrix,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  operators.push(`q ${join(x, y, width, height)} re W n ${join(...matrix)} cm /Drawing Do Q`)
}

/** A line through points: x, y, x, y ... */
export function strokeLine(
  { operators }: PdfPage,
  points: readonly number[],
  options: { weight: number; dash?: number },
): void {
  const [x = 0, y = 0, ...rest] = points
  let path = `${join(x, y)} m`
  for (let i = 0; i < rest.length; i += 2) path += ` ${join(rest[i] ?? 0, rest[i + 1] ?? 0)} l`
  const dash = options.dash ? `[${join(options.dash)}] 0 d ` : ''
  operators.push(`q ${join(options.weight)} w ${dash}${path} S Q`)
}

/** Fills a rectangle: x, y, width and height. */
export function fillBox(
  { operators }: PdfPage,
  [x, y, width, height]: readonly [number, number, number, number],
  ink: string,
): void {
  operators.push(`q ${paint(ink)} ${join(x, y, width, height)} re f Q`)
}

/**
 * Writes one line with its baseline at `y`. Returns its width. A picture wider than `maximumWidth`
 * is reduced to it; text is not.
 */
export function writeText(
  page: PdfPage,
  text: PrintedText,
  {
    x,
    y,
    size,
    isBold = false,
    maximumWidth = Infinity,
  }: { x: number; y: number; size: number; isBold?: boolean; maximumWidth?: number },
): number {
  if (typeof text !== 'string') {
    const height = Math.min(size * lineHeight, (maximumWidth * text.height) / text.width)
    const width = (height * text.width) / text.height
    placePicture(page, text, [x, y - height * baseline, width, height])
    return width
  }
  const hex = encodeWinAnsi(text)
    .map((code) => code.toString(16).padStart(2, '0'))
    .join('')
  page.operators.push(
    `BT /${isBold ? 'Bold' : 'Plain'} ${join(size)} Tf 1 0 0 -1 ${join(x, y)} Tm <${hex}> Tj ET`,
  )
  return textWidth(text, size, isBold)
}

/**
 * Shows a picture, scaled to the box: x, y, width and height. The file has it once a page. A
 * negative width mirrors it.
 */
export function placePicture(
  page: PdfPage,
  picture: Pixels,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  if (!page.pictures.includes(picture)) page.pictures.push(picture)
  const index = page.pictures.indexOf(picture)
  page.operators.push(`q ${join(width, 0, 0, -height, x, y + height)} cm /Picture${index} Do Q`)
}

/**
 * Writes the PDF file. It asks print dialogs not to scale it (`PrintScaling`), which some ignore.
 */
export async function writePdf(
  pages: readonly PdfPage[],
  options: { title: string; origin: string; fonts: Fonts; drawing?: PdfDrawing },
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, origin } = options
  const file = createFile()
  const catalog = file.reserve()
  const tree = file.reserve()
  const information = file.reserve()
  const metadata = file.reserve()
  const plain = await addFont(file, options.fonts, 0)
  const bold = await addFont(file, options.fonts, 1)
  const drawing = options.drawing ? await addDrawing(file, options.drawing) : null
  const kids: number[] = []
  for (const page of pages) {
    const objects = drawing === null ? [] : [`/Drawing ${drawing} 0 R`]
    for (const [index, picture] of page.pictures.entries())
      objects.push(`/Picture${index} ${await addPicture(file, picture)} 0 R`)
    const width = page.width * pointsPerMm
    const height = page.height * pointsPerMm
    // From here on the unit is the millimetre and y points down.
    const content = `${pointsPerMm} 0 0 ${-pointsPerMm} 0 ${height.toFixed(4)} cm\n${page.operators.join('\n')}`
    const stream = await file.addStream('', [encoder.encode(content)])
    const resources = `<</Font<</Plain ${plain} 0 R/Bold ${bold} 0 R>>/XObject<<${objects.join('')}>>>>`
    const box = `[0 0 ${width.toFixed(4)} ${height.toFixed(4)}]`
    kids.push(
      file.add(
        `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources${resources}/Contents ${stream} 0 R>>`,
      ),
    )
  }
  file.fill(
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R/Metadata ${metadata} 0 R/Lang(fr)/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>`,
  )
  file.fill(
    tree,
    `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
  )
  file.fill(
    information,
    `<</Title<${utf16(title)}>/Subject<${utf16(originLine(origin) ?? '')}>/Producer(Encre)/CreationDate(D:${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}Z)>>`,
  )
  // Not compressed, so that every program finds it.
  const xmp = xmpPacket(origin, { title })
  file.fill(
    metadata,
    `<</Length ${encoder.encode(xmp).length}/Type/Metadata/Subtype/XML>>\nstream\n${xmp}\nendstream`,
  )
  return file.end(catalog, information)
}

const pointsPerMm = 72 / 25.4
const encoder = new TextEncoder()

async function addFont(file: PdfFile, fonts: Fonts, weight: 0 | 1): Promise<number> {
  const name = `HankenGrotesk-${weight ? 'Bold' : 'Regular'}`
  const bytes = await unpackWoff(fonts[weight])
  const stream = await file.addStream(`/Length1 ${bytes.length}`, [bytes])
  const metrics =
    '/Flags 32/FontBBox[-175 -259 1310 997]/ItalicAngle 0/Ascent 1000/Descent -303/CapHeight 697/StemV 90'
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}${metrics}/FontFile2 ${stream} 0 R>>`,
  )
  const widths = `/FirstChar 32/LastChar 255/Widths[${glyphWidths[weight]?.join(' ')}]`
  return file.add(
    `<</Type/Font/Subtype/TrueType/BaseFont/${name}/Encoding/WinAnsiEncoding${widths}/FontDescriptor ${descriptor} 0 R>>`,
  )
}

function addDrawing(file: PdfFile, { loops, ink, width, height }: PdfDrawing): Promise<number> {
  // Hundredths of a millimetre, so that places are short integers.
  const parts = [`${paint(ink)} .01 0 0 .01 0 0 cm\n`]
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      parts.push(
        `${Math.round((loop[i] ?? 0) * 100)} ${Math.round((loop[i + 1] ?? 0) * 100)} ${i === 0 ? 'm' : 'l'}\n`,
      )
    }
    parts.push('h\n')
  }
  parts.push('f*')
  const box = `[-1 -1 ${join(width + 1, height + 1)}]`
  return file.addStream(`/Type/XObject/Subtype/Form/BBox${box}`, [encoder.encode(parts.join(''))])
}

async function addPicture(file: PdfFile, { width, height, data }: Pixels): Promise<number> {
  const colours = new Uint8Array(3 * width * height)
  const alphas = new Uint8Array(width * height)
  for (let index = 0; index < alphas.length; index++) {
    for (let channel = 0; channel < 3; channel++)
      colours[3 * index + channel] = data[4 * index + channel] ?? 0
    alphas[index] = data[4 * index + 3] ?? 0
  }
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`
  const mask = await file.addStream(`${head}/ColorSpace/DeviceGray`, [alphas])
  return file.addStream(`${head}/ColorSpace/DeviceRGB/SMask ${mask} 0 R`, [colours])
}

type PdfFile = ReturnType<typeof createFile>

/** A PDF file under construction: numbered objects, and the table of their offsets. */
function createFile() {
  const parts: Uint8Array<ArrayBuffer>[] = [encoder.encode('%PDF-1.7\n%\u00e9\u00e9\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const push = (part: Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    length += part.length
  }
  const fill = (id: number, body: string) => {
    offsets[id - 1] = length
    push(encoder.encode(`${id} 0 obj\n${body}\nendobj\n`))
  }
  const reserve = () => offsets.push(0)
  return {
    reserve,
    fill,
    add(body: string): number {
      const id = reserve()
      fill(id, body)
      return id
    },
    async addStream(
      dictionary: string,
      content: readonly Uint8Array<ArrayBuffer>[],
    ): Promise<number> {
      const packed = await deflate(content)
      const id = reserve()
      offsets[id - 1] = length
      push(
        encoder.encode(
          `${id} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
        ),
      )
      push(packed)
      push(encoder.encode('\nendstream\nendobj\n'))
      return id
    },
    end(catalog: number, information: number): Uint8Array<ArrayBuffer> {
      const table = offsets
        .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
        .join('')
      const trailer = `<</Size ${offsets.length + 1}/Root ${catalog} 0 R/Info ${information} 0 R>>`
      const start = length
      push(
        encoder.encode(
          `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`,
        ),
      )
      return concatBytes(parts)
    },
  }
}

/** Fills with a colour such as `#cc0000`. */
function paint(hex: string): string {
  return `${join(...rgbOf(hex).map((value) => value / 255))} rg`
}

function utf16(text: string): string {
  let hex = 'feff'
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0')
  return hex
}

function join(...numbers: readonly number[]): string {
  return numbers.map((value) => String(Math.round(value * 10000) / 10000)).join(' ')
}
