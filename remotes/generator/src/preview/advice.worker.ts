import { describeFigures } from '@encre/stencil/figures'
import { createStudio } from '@encre/stencil/studio'
import type { AdviceRequest } from './use-advice.ts'

// The build writes this entry to its own file, which `startWorker` starts.
const studio = createStudio()
const step = async () => {}

self.addEventListener('message', ({ data }: MessageEvent<AdviceRequest>) => {
  advise(data).then((advice) => self.postMessage(advice))
})

/** "au moins 14 cm". Null for a picture that cannot be measured. */
async function advise({ bitmap, style, sizeMm }: AdviceRequest): Promise<string | null> {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const picture = context?.getImageData(0, 0, width, height)
  const opened = picture && (await studio({ type: 'open', picture, style }, step))
  if (opened?.type !== 'opened') return null
  const assessed = await studio({ type: 'assess', ...opened.first, sizeMm }, step)
  if (assessed.type !== 'assessed') return null
  const isKnown = assessed.advice.kind === 'size' || assessed.advice.kind === 'too-fine'
  return isKnown ? describeFigures(assessed).advised : null
}
