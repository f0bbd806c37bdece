import { concatBytes } from '@encre/protocol/bytes'
import { insertPngChunks, pngChunk, pngTextChunk } from '@encre/protocol/png'
import type { Picture } from './render.ts'

/** Adds international text chunks right after the header of a PNG, in the order given. */
export function addText(png: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array {
  return insertPngChunks(
    png,
    Object.entries(texts).map(([keyword, text]) => pngTextChunk(keyword, text, 'fr')),
  )
}

/** A PNG with its white paper made transparent: each pixel gets the colour and opacity that look the same on white. */
export async function encodeTransparent({ width, height, pixels }: Picture): Promise<Uint8Array> {
  const rows = new Uint8Array((4 * width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) unmix(pixels, 4 * (y * width + x), rows, y * (4 * width + 1) + 1 + 4 * x)
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 6, 0, 0, 0], 8)
  const start = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return concatBytes([start, pngChunk('IHDR', header), pngChunk('IDAT', await deflate(rows)), pngChunk('IEND', new Uint8Array())])
}

function unmix(from: Uint8Array, at: number, to: Uint8Array, target: number): void {
  const [red = 255, green = 255, blue = 255] = from.subarray(at, at + 3)
  const alpha = 255 - Math.min(red, green, blue)
  if (alpha === 0) return
  for (const [i, channel] of [red, green, blue].entries()) to[target + i] = Math.round(255 - ((255 - channel) * 255) / alpha)
  to[target + 3] = alpha
}

async function deflate(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** The metadata of every picture. Without a date, so that the same request gives the same bytes. */
export const provenance = {
  Title: 'Encre',
  Description: 'Aperçu local, dessiné sans IA',
  Software: 'Encre, atelier local (SVG, resvg)',
  Copyright:
    'Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), redrawn; other shapes by Encre',
} as const

/** The same, for the SVG itself. */
export function provenanceElement(): string {
  return `<title>${provenance.Title}</title><desc>${provenance.Description}. ${provenance.Software}. ${provenance.Copyright}</desc>`
}
