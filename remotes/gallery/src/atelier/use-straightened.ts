import type { Quad } from '@encre/stencil/perspective'
import type { Pixels } from '@encre/stencil/pixels'
import { useEffect, useEffectEvent, useState } from 'react'
import { toImageData } from './sheet.tsx'
import type { StudioClient } from './studio-client.ts'

/** The photo as the plane of its card looks from above; the photo itself without a card, or until it is corrected. */
export function useStraightened(client: StudioClient, photo: HTMLCanvasElement, view: Quad | null) {
  const key = view && JSON.stringify(view)
  const [state, setState] = useState<{ key: string; canvas: HTMLCanvasElement | null } | null>(null)
  const run = useEffectEvent(async (signal: AbortSignal): Promise<HTMLCanvasElement | null> => {
    const pixels = photo.getContext('2d')?.getImageData(0, 0, photo.width, photo.height)
    if (!pixels || !view) return null
    const picture = { width: pixels.width, height: pixels.height, data: pixels.data }
    const result = await client.run({ type: 'straighten', picture, view }, { signal, transfer: [pixels.data.buffer] })
    return result.type === 'straightened' ? toCanvas(result.picture) : null
  })
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    run(controller.signal)
      .catch(() => null)
      .then((canvas) => controller.signal.aborted || setState({ key, canvas }))
    return () => controller.abort()
  }, [key, photo])
  const found = state?.key === key ? state : null
  return { straight: found?.canvas ?? photo, hasFailed: found !== null && found.canvas === null }
}

/** A canvas with the pixels of a picture. */
export function toCanvas(picture: Pixels): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.putImageData(toImageData(picture), 0, 0)
  return canvas
}
