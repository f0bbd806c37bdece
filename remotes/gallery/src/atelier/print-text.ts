import type { Pixels } from '@encre/stencil/pixels'
import { baseline, isPrintable, lineHeight, type PrintedText, wrapText } from '@encre/stencil/printed-text'

/** Type size in pixels: 12 points at 300 dots per inch, doubled. */
const typeSize = 100
const family = "'Hanken Grotesk', system-ui, sans-serif"

/** A line for a PDF: text if the PDF's fonts have all its characters, otherwise a picture of it, drawn with the browser's fonts. */
export function printLine(text: string): PrintedText {
  const line = text.replace(/\s+/g, ' ').trim()
  return isPrintable(line) ? line : drawLine(line)
}

/** Notes for a PDF: text, or a picture of each line, as `printLine`. `columns` is the width of a line in type sizes. */
export function printParagraphs(text: string, columns: number): string | Pixels[] {
  if (isPrintable(text.replace(/\s/g, ' '))) return text
  const context = createContext(1, 1)
  return wrapText(text, columns * typeSize, (line) => context.measureText(line).width)
    .filter((line) => line.trim() !== '')
    .map(drawLine)
}

function drawLine(text: string): Pixels {
  const width = Math.max(1, Math.ceil(createContext(1, 1).measureText(text).width))
  const height = Math.round(typeSize * lineHeight)
  const context = createContext(width, height)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  context.fillText(text, 0, height * baseline)
  return context.getImageData(0, 0, width, height)
}

function createContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser gives no canvas for text')
  context.font = `${typeSize}px ${family}`
  return context
}
