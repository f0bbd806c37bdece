import { type Placement, unroll } from '@encre/stencil/skin'
import { inkOpacity } from '@encre/stencil/skin-contrast'
import { createCanvas2d } from '../studio/picture.ts'

const wristMm = 28
export const mostRoundness = 10

/** The limb of a roundness from 0, flat, to `mostRoundness`, a wrist. */
export function limbOf(roundness: number, axisAngle: number): Placement['limb'] {
  return roundness === 0 ? null : { radiusMm: (wristMm * mostRoundness) / roundness, axisAngle }
}

/**
 * `ink` has transparent paper. The placement is in pixels of the photo, which the canvas shows
 * reduced by `scale`.
 */
export function drawSkin(
  context: CanvasRenderingContext2D,
  {
    photo,
    ink,
    placement,
    scale,
  }: {
    photo: HTMLCanvasElement
    ink: CanvasImageSource | null
    placement: Placement
    scale: number
  },
): void {
  const { width, height } = context.canvas
  context.drawImage(photo, 0, 0, width, height)
  if (!ink) return
  context.save()
  const { middle, angle, limb, size } = placement
  const pixelsPerMm = placement.pixelsPerMm * scale
  context.globalAlpha = inkOpacity
  context.globalCompositeOperation = 'multiply'
  context.translate(middle.x * scale, middle.y * scale)
  if (limb) {
    const bent = bend(ink, placement, limb, pixelsPerMm)
    context.rotate(limb.axisAngle)
    context.drawImage(bent, -bent.width / 2, -bent.height / 2)
  } else {
    context.rotate(angle)
    context.drawImage(
      ink,
      (-size.width / 2) * pixelsPerMm,
      (-size.height / 2) * pixelsPerMm,
      size.width * pixelsPerMm,
      size.height * pixelsPerMm,
    )
  }
  context.restore()
}

const mostBent = 3000

/**
 * The ink around a cylinder whose axis lies across. Towards the edge of the limb, a row of pixels
 * shows a longer part of the skin.
 */
function bend(
  ink: CanvasImageSource,
  { size, angle }: Placement,
  limb: NonNullable<Placement['limb']>,
  pixelsPerMm: number,
): HTMLCanvasElement {
  const diagonalMm = Math.hypot(size.width, size.height)
  const side = Math.max(1, Math.min(mostBent, Math.ceil(diagonalMm * pixelsPerMm)))
  const unit = side / diagonalMm
  const flat = createCanvas2d(side, side)
  flat.translate(side / 2, side / 2)
  flat.rotate(angle - limb.axisAngle)
  flat.drawImage(
    ink,
    (-size.width / 2) * unit,
    (-size.height / 2) * unit,
    size.width * unit,
    size.height * unit,
  )

  const shown = Math.min(side, Math.floor(2 * limb.radiusMm * pixelsPerMm))
  const bent = createCanvas2d(Math.ceil(diagonalMm * pixelsPerMm), Math.max(1, shown))
  const skinAt = (row: number) =>
    unroll(
      Math.min(0.999, Math.max(-0.999, (row - shown / 2) / pixelsPerMm / limb.radiusMm)) *
        limb.radiusMm,
      limb.radiusMm,
    )
  for (let row = 0; row < shown; row++) {
    const top = side / 2 + skinAt(row) * unit
    const bottom = side / 2 + skinAt(row + 1) * unit
    if (bottom <= 0 || top >= side) continue
    bent.drawImage(
      flat.canvas,
      0,
      top,
      side,
      Math.max(0.1, bottom - top),
      0,
      row,
      bent.canvas.width,
      1,
    )
  }
  return bent.canvas
}

export function drawCaption(context: CanvasRenderingContext2D, lines: readonly string[]): void {
  const { width, height } = context.canvas
  const size = Math.max(12, Math.round(Math.min(Math.max(width, height) / 30, width / 22)))
  context.font = `600 ${size}px 'Hanken Grotesk', system-ui, sans-serif`
  context.lineWidth = size / 4
  context.lineJoin = 'round'
  context.strokeStyle = '#131118'
  context.fillStyle = '#fff'
  for (const [index, line] of lines.entries()) {
    const y = height - size * (0.7 + 1.35 * (lines.length - 1 - index))
    context.strokeText(line, size * 0.8, y)
    context.fillText(line, size * 0.8, y)
  }
}
