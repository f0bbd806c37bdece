import { describeFigures } from '@encre/stencil/figures'
import type { Box } from '@encre/stencil/pixels'
import { createStudio } from '@encre/stencil/studio'
import type { InkExtent } from './stencil-frame.tsx'
import type { DesignMeasures, MeasuresRequest } from './use-measures.ts'

// The build writes this entry to its own file, which `startWorker` starts.
const studio = createStudio()
const step = async () => {}

self.addEventListener('message', ({ data }: MessageEvent<MeasuresRequest>) => {
  measure(data).then((measures) => self.postMessage(measures))
})

/** Null for a picture without a stencil. */
async function measure({ bitmap, style, sizeMm }: MeasuresRequest): Promise<DesignMeasures | null> {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const picture = context?.getImageData(0, 0, width, height)
  const opened = picture && (await studio({ type: 'open', picture, style }, step))
  if (opened?.type !== 'opened') return null
  const placed = await studio({ type: 'place', ...opened.first }, step)
  const assessed = await studio({ type: 'assess', ...opened.first, sizeMm }, step)
  if (placed.type !== 'placed' || assessed.type !== 'assessed') return null
  const isKnown = assessed.advice.kind === 'size' || assessed.advice.kind === 'too-fine'
  return {
    ink: extentOf(placed.place, opened.part),
    advised: isKnown ? describeFigures(assessed).advised : null,
  }
}

/** In shares of a square that shows the picture whole, in its middle. */
function extentOf(place: Box, picture: Pick<Box, 'width' | 'height'>): InkExtent {
  const side = Math.max(picture.width, picture.height)
  const left = place.x + (side - picture.width) / 2
  const top = place.y + (side - picture.height) / 2
  return {
    x: { start: left / side, length: place.width / side },
    y: { start: top / side, length: place.height / side },
  }
}
