import { escapeXml, originRdf } from '@encre/picture/origin-marks'
import { originLine } from '@encre/protocol/origin'
import { curvePath, tipEdge } from './clean-lines.ts'
import type { Point } from './fit-curves.ts'
import {
  type CleanLayers,
  classNames,
  drawShade,
  fillsName,
  isHidden,
  type LayeredFile,
  type Layers,
  layerNames,
  lineLayers,
  listGuides,
} from './layers.ts'
import { linePath, svgPath, traceOutline } from './outline.ts'
import type { Pixels } from './pixels.ts'
import { dotsPerInch, encodePixels } from './png.ts'
import { stencilInks } from './sheets.ts'

/**
 * An SVG file that opens at its true size: its unit is the millimetre. Its groups are the layers,
 * by name, and the lines once more as single strokes. Clean lines have a group for each class, and
 * no picture: such a file stays small.
 */
export async function writeSvg({
  layers,
  colour,
  title,
  origin,
}: LayeredFile): Promise<Uint8Array<ArrayBuffer>> {
  const width = round(layers.size.width)
  const height = round(layers.size.height)
  const ink = stencilInks[colour]
  const guides = listGuides(layers.size).map(
    (guide) =>
      `M${round(guide.x)} ${round(guide.y)}h${guide.width}v${guide.height}h-${guide.width}z`,
  )
  const marks = `<path d="${guides.join('')}"/>`
  const groups = layers.clean
    ? writeCleanGroups(layers, layers.clean, ink, marks)
    : await writeGroups(layers, ink, marks)
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><title>${escapeXml(title)}</title><desc>${originLine(origin) ?? ''}</desc><metadata>${originRdf(origin, { title })}</metadata>${groups}</svg>`,
  )
}

async function writeGroups(layers: Layers, ink: string, marks: string): Promise<string> {
  const { box, loops, picture } = layers
  const size = `width="${round(layers.size.width)}" height="${round(layers.size.height)}"`
  const image = async (pixels: Pixels) =>
    `<image ${size} preserveAspectRatio="none" href="data:image/png;base64,${toBase64(await encodePixels(pixels, box))}"/>`
  const contents = {
    original: await image(picture),
    ombrage: await image(drawShade(layers)),
    calque: `<path fill="${ink}" fill-rule="evenodd" d="${svgPath(loops)}"/>`,
    repères: marks,
  }
  const groups = layerNames.map(
    (name) => `<g id="${name}"${isHidden(name) ? ' display="none"' : ''}>${contents[name]}</g>`,
  )
  const strokes = layers.strokes.map(
    ({ points, width: wide }) => `<path d="${linePath(points)}" stroke-width="${round(wide)}"/>`,
  )
  const single = `<g id="traits" display="none" fill="none" stroke="${ink}" stroke-linecap="round">${strokes.join('')}</g>`
  return `${groups.join('')}${single}`
}

/** Half a dot of a PNG: marks of shade are many. */
const fillToleranceMm = 25.4 / dotsPerInch / 2

function writeCleanGroups(
  { box, size }: Layers,
  { drawing, widths }: CleanLayers,
  ink: string,
  marks: string,
): string {
  const mmPerPixel = size.width / box.width
  const groups = lineLayers.map((kind) => {
    const lines = drawing.lines.filter((line) => line.kind === kind)
    const paths = lines.map((line) => `<path d="${curvePath(line, box, mmPerPixel)}"/>`)
    // A stroke has one width: what narrows is a shape beside it.
    const edges = lines
      .flatMap(({ tips }) => tips)
      .map((tip) => tipEdge(tip, widths[kind] / 2 / mmPerPixel))
    const toMm = ([x, y]: Point) => [(x - box.x) * mmPerPixel, (y - box.y) * mmPerPixel]
    const loops = edges.map((edge) => Float32Array.from(edge.flatMap(toMm)))
    if (loops.length > 0) paths.push(`<path fill="${ink}" stroke="none" d="${svgPath(loops)}"/>`)
    return `<g id="${classNames[kind]}" fill="none" stroke="${ink}" stroke-width="${round(widths[kind])}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
  })
  const fills = svgPath(traceOutline(drawing.fills, box, mmPerPixel, fillToleranceMm))
  const solid = `<g id="${fillsName}"><path fill="${ink}" fill-rule="evenodd" d="${fills}"/></g>`
  return `${solid}${groups.join('')}<g id="repères">${marks}</g>`
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
