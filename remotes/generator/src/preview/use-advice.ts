import type { DesignChoices } from '@encre/protocol/design'
import { inkSizeMm } from '@encre/protocol/ink-size'
import { startWorker } from '@encre/remote-kit/start-worker'
import { useEffect, useState } from 'react'

export interface AdviceRequest {
  bitmap: ImageBitmap
  style: string
  sizeMm: number
}

/** Null until the device has measured the picture, and where it cannot. */
export function useAdvice(
  image: HTMLImageElement | null,
  { style, size, sizeDetail }: DesignChoices,
): string | null {
  const [advice, setAdvice] = useState<string | null>(null)

  useEffect(() => {
    if (!image) return
    const closing = new AbortController()
    const sizeMm = inkSizeMm({ sizeMm: null, size, sizeDetail })
    advise(image, { style, sizeMm }, closing.signal)
      .then((found) => {
        if (!closing.signal.aborted) setAdvice(found)
      })
      // The design is there without it.
      .catch(() => {})
    return () => closing.abort()
  }, [image, style, size, sizeDetail])
  return advice
}

async function advise(
  image: HTMLImageElement,
  design: Omit<AdviceRequest, 'bitmap'>,
  signal: AbortSignal,
): Promise<string | null> {
  const [worker, bitmap] = await Promise.all([startWorker('advice'), createImageBitmap(image)])
  signal.addEventListener('abort', () => worker.terminate())
  if (signal.aborted) worker.terminate()
  const request: AdviceRequest = { bitmap, ...design }
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
      worker.addEventListener('error', reject)
      worker.postMessage(request, [bitmap])
    })
  } finally {
    worker.terminate()
  }
}
