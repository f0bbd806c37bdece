import { toOklab } from './oklab.ts'
import { onWhite, type Paper, readPaper } from './paper.ts'
import { createField, type Field, type Pixels } from './pixels.ts'

/** A picture as ink on paper. */
export interface Ink {
  readonly paper: Paper
  /** Distance from the paper in OKLab: 0 is paper, 1 is black on white; red, blue and green count as ink. */
  readonly ink: Field
  /** How much darker than the paper: 0 is paper or lighter, 1 is black. */
  readonly darkness: Field
}

/** Separates ink from paper. The fields have the picture's size. */
export function readInk(picture: Pixels): Ink {
  const paper = readPaper(picture)
  const [paperLightness, paperA, paperB] = paper.colour
  const ink = createField(picture.width, picture.height)
  const darkness = createField(picture.width, picture.height)
  const { data } = picture
  // Neighbours are often equal: three cube roots saved.
  let last = -1
  let distance = 0
  let dark = 0
  for (let index = 0; index < ink.data.length; index++) {
    const at = 4 * index
    const alpha = data[at + 3] ?? 255
    const red = onWhite(data[at] ?? 255, alpha)
    const green = onWhite(data[at + 1] ?? 255, alpha)
    const blue = onWhite(data[at + 2] ?? 255, alpha)
    const colour = (red << 16) | (green << 8) | blue
    if (colour !== last) {
      last = colour
      const [lightness, a, b] = toOklab(red, green, blue)
      distance = Math.hypot(lightness - paperLightness, a - paperA, b - paperB)
      if (distance < paper.spread) distance = 0
      dark = distance === 0 ? 0 : Math.max(0, (paperLightness - lightness) / Math.max(paperLightness, 0.01))
    }
    ink.data[index] = distance
    darkness.data[index] = dark
  }
  return { paper, ink, darkness }
}
