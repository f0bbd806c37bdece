import type { Pixels } from '@encre/stencil/pixels'
import { useEffect, useRef } from 'react'

interface PixelCanvasProps {
  pixels: Pixels
  /** What the picture shows. Without it, the canvas is decoration. */
  label?: string
}

/** Shows pixels that a worker computed. */
export function PixelCanvas({ pixels, label }: PixelCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(toImageData(pixels), 0, 0)
  }, [pixels])
  return (
    <canvas
      ref={canvas}
      width={pixels.width}
      height={pixels.height}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  )
}

export function toImageData({ width, height, data }: Pixels): ImageData {
  const image = new ImageData(width, height)
  image.data.set(data)
  return image
}
