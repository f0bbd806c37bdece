import type { DesignChoices } from '@encre/protocol/design'
import { inkSizeMm } from '@encre/protocol/ink-size'
import { startWorker } from '@encre/remote-kit/start-worker'
import { useEffect, useState } from 'react'
import type { InkExtent } from './stencil-frame.tsx'

export interface MeasuresRequest {
  bitmap: ImageBitmap
  style: string
  sizeMm: number
}

/** What the device measures of a design. */
export interface DesignMeasures {
  /** Where its stencil is on a square sheet that shows the whole picture. */
  ink: InkExtent
  /** "au moins 14 cm". Null for a picture that cannot be measured. */
  advised: string | null
}

/** Null until the device has measured the picture, and where it cannot. */
export function useMeasures(
  image: HTMLImageElement | null,
  { style, size, sizeDetail }: DesignChoices,
): DesignMeasures | null {
  const [measures, setMeasures] = useState<DesignMeasures | null>(null)

  useEffect(() => {
    if (!image) return
    const closing = new AbortController()
    const sizeMm = inkSizeMm({ sizeMm: null, size, sizeDetail })
    measure(image, { style, sizeMm }, closing.signal)
      .then((found) => {
        if (!closing.signal.aborted) setMeasures(found)
      })
      // The design is there without them.
      .catch(() => {})
    return () => closing.abort()
  }, [image, style, size, sizeDetail])
  return measures
}

async function measure(
  image: HTMLImageElement,
  design: Omit<MeasuresRequest, 'bitmap'>,
  signal: AbortSignal,
): Promise<DesignMeasures | null> {
  const [worker, bitmap] = await Promise.all([startWorker('measures'), createImageBitmap(image)])
  signal.addEventListener('abort', () => worker.terminate())
  if (signal.aborted) worker.terminate()
  const request: MeasuresRequest = { bitmap, ...design }
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<DesignMeasures | null>) =>
        resolve(data),
      )
      worker.addEventListener('error', reject)
      worker.postMessage(request, [bitmap])
    })
  } finally {
    worker.terminate()
  }
}
