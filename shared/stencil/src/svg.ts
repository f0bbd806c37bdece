import { escapeXml, originRdf } from '@encre/picture/origin-marks'
import { originLine } from '@encre/protocol/provenance'
import { drawShade, isHidden, type LayeredFile, layerNames, listGuides } from './layers.ts'
import { svgPath } from './outline.ts'
import type { Pixels } from './pixels.ts'
import { encodePixels } from './png.ts'
import { stencilInks } from './sheets.ts'

/**
 * An SVG file that opens at its true size: its unit is the millimetre. Its groups are the layers,
 * by name, and the lines once more as single strokes.
 */
export async function writeSvg({
  layers,
  colour,
  title,
  origin,
}: LayeredFile): Promise<Uint8Array<ArrayBuffer>> {
  const { box, loops, picture } = layers
  const width = round(layers.size.width)
  const height = round(layers.size.height)
  const size = `width="${width}" height="${height}"`
  const image = async (pixels: Pixels) =>
    `<image ${size} preserveAspectRatio="none" href="data:image/png;base64,${toBase64(await encodePixels(pixels, box))}"/>`
  const guides = listGuides(layers.size).map(
    (guide) =>
      `M${round(guide.x)} ${round(guide.y)}h${guide.width}v${guide.height}h-${guide.width}z`,
  )
  const contents = {
    original: await image(picture),
    ombrage: await image(drawShade(layers)),
    calque: `<path fill="${stencilInks[colour]}" fill-rule="evenodd" d="${svgPath(loops)}"/>`,
    repères: `<path d="${guides.join('')}"/>`,
  }
  const groups = layerNames.map(
    (name) => `<g id="${name}"${isHidden(name) ? ' display="none"' : ''}>${contents[name]}</g>`,
  )
  const strokes = layers.strokes.map(
    ({ points, width: wide }) => `<path d="${strokePath(points)}" stroke-width="${round(wide)}"/>`,
  )
  const single = `<g id="traits" display="none" fill="none" stroke="${stencilInks[colour]}" stroke-linecap="round">${strokes.join('')}</g>`
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><title>${escapeXml(title)}</title><desc>${originLine(origin) ?? ''}</desc><metadata>${originRdf(origin, { title })}</metadata>${groups.join('')}${single}</svg>`,
  )
}

function strokePath(points: Float32Array): string {
  const places = Array.from({ length: points.length / 2 }, (_, i) => {
    return `${round(points[2 * i] ?? 0)} ${round(points[2 * i + 1] ?? 0)}`
  })
  return `M${places.join('L')}`
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
