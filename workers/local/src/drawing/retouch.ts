import { type DrawingRequest, drawDesign } from './draw.ts'
import { renderPixels } from './render.ts'
import { element, format } from './svg.ts'

interface RetouchRequest extends DrawingRequest {
  reference: string
  /** A picture of the same proportions as a data URL, transparent where the other one changes. */
  mask: string
}

export function drawRetouch({
  prompt,
  canvas,
  reference,
  mask,
  variation = 0,
}: RetouchRequest): string {
  const part = findTransparent(mask)
  const { width, height } = canvas
  const sides = {
    width: Math.max(1, part.width * width),
    height: Math.max(1, part.height * height),
  }
  const drawing = drawDesign({ prompt, canvas: sides, variation })
  const picture = element('image', {
    x: 0,
    y: 0,
    width,
    height,
    preserveAspectRatio: 'none',
    href: reference,
  })
  const place = element(
    'g',
    { transform: `translate(${format(part.x * width)} ${format(part.y * height)})` },
    drawing,
  )
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    picture + place,
  )
}

const side = 128

function findTransparent(mask: string) {
  const image = `<image width="${side}" height="${side}" preserveAspectRatio="none" href="${mask}"/>`
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${image}</svg>`,
  )
  const found = Array.from({ length: side * side }, (_, at) => at).filter(
    (at) => (pixels[4 * at + 3] ?? 255) < 128,
  )
  if (found.length === 0) return { x: 0, y: 0, width: 1, height: 1 }
  const columns = found.map((at) => at % side)
  const left = Math.min(...columns)
  const right = Math.max(...columns) + 1
  const top = Math.floor((found[0] ?? 0) / side)
  const bottom = Math.floor((found.at(-1) ?? 0) / side) + 1
  return {
    x: left / side,
    y: top / side,
    width: (right - left) / side,
    height: (bottom - top) / side,
  }
}
