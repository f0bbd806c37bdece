import { insertPngChunks, pngTextChunk } from '@encre/picture/png'
import { encode } from 'fast-png'
import type { Picture } from './render.ts'

export function addText(png: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array {
  return insertPngChunks(
    png,
    Object.entries(texts).map(([keyword, text]) => pngTextChunk(keyword, text, 'fr')),
  )
}

/**
 * A PNG with its white paper made transparent: each pixel gets the colour and opacity that look the
 * same on white.
 */
export function encodeTransparent({ width, height, pixels }: Picture): Uint8Array {
  const data = new Uint8Array(4 * width * height)
  for (let at = 0; at < data.length; at += 4) {
    unmix(pixels, at, data)
  }
  return encode({ width, height, data, channels: 4 })
}

function unmix(from: Uint8Array, at: number, to: Uint8Array): void {
  const [red = 255, green = 255, blue = 255] = from.subarray(at, at + 3)
  const alpha = 255 - Math.min(red, green, blue)
  if (alpha === 0) return
  for (const [i, channel] of [red, green, blue].entries()) {
    to[at + i] = Math.round(255 - ((255 - channel) * 255) / alpha)
  }
  to[at + 3] = alpha
}

/** The metadata of every picture. Without a date, so that the same request gives the same bytes. */
export const originTexts = {
  Title: 'Encre',
  Description: 'Aperçu local, dessiné sans IA',
  Software: 'Encre, atelier local (SVG, resvg)',
  Copyright:
    'Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), redrawn; other shapes by Encre',
} as const

export function originElement(): string {
  return `<title>${originTexts.Title}</title><desc>${originTexts.Description}. ${originTexts.Software}. ${originTexts.Copyright}</desc>`
}
