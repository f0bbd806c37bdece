import { type Quad, straighten } from '@encre/stencil/perspective'
import type { Pixels } from '@encre/stencil/pixels'
import { useEffect, useEffectEvent, useState } from 'react'
import { pause, readPixels } from './picture.ts'
import { toImageData } from './sheet.tsx'

/** The photo as the plane of its card looks from above; the photo itself without a card, or until it is corrected. */
export function useStraightened(photo: HTMLCanvasElement, view: Quad | null) {
  const key = view && JSON.stringify(view)
  const [state, setState] = useState<{ key: string; canvas: HTMLCanvasElement | null } | null>(null)
  const run = useEffectEvent(async (signal: AbortSignal): Promise<HTMLCanvasElement | null> => {
    if (!view) return null
    const picture = await readPixels(photo, signal)
    const pauseUnlessLeft = async () => {
      await pause()
      signal.throwIfAborted()
    }
    return toCanvas(await straighten(picture, view, pauseUnlessLeft, picture))
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
  return { straight: found?.canvas ?? photo, isReady: key === null || found !== null, hasFailed: found !== null && found.canvas === null }
}

/** A canvas with the pixels of a picture. */
export function toCanvas(picture: Pixels): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.putImageData(toImageData(picture), 0, 0)
  return canvas
}
