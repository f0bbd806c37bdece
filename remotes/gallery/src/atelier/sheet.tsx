import type { Pixels } from '@encre/stencil/pixels'
import type { SizeMm } from '@encre/stencil/svg'
import { ProgressBar } from '@encre/ui/notice'
import { Ruler } from '@encre/ui/ruler'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import styles from './sheet.module.css'

interface SheetProps {
  /** The ink's size on the skin, for the rulers. */
  size: SizeMm
  /** Millimetres of the longest side on the page, when several drawings share a scale: their rulers then have the same ticks. */
  longest?: number
  /** Whether what the sheet shows is being computed again. */
  isBusy?: boolean
  /** Layers that fill the ink's box. */
  children: ReactNode
}

/** The ink's box between two rulers in centimetres. */
export function Sheet({ size, longest = Math.max(size.width, size.height), isBusy = false, children }: SheetProps) {
  const shape: CSSProperties & Record<`--${string}`, number> = { '--aspect': size.width / size.height, '--width': size.width }
  return (
    <div className={styles.frame} style={shape} aria-busy={isBusy}>
      <span />
      <Ruler axis="x" start={0} length={1} scale={size.width / 10} longest={longest / 10} />
      <Ruler axis="y" start={0} length={1} scale={size.height / 10} longest={longest / 10} />
      <div className={styles.paper}>
        <div className={styles.ink}>{children}</div>
      </div>
    </div>
  )
}

interface ProgressLineProps {
  label: string
  /** 0 to 1. Null hides the line, which keeps its place. */
  share: number | null
}

/** Says what is being computed once it takes longer, without moving the page. */
export function ProgressLine({ label, share }: ProgressLineProps) {
  return (
    <div className={styles.line} role="status">
      {share !== null && (
        <>
          <span>{label}</span>
          <div className={styles.bar}>
            <ProgressBar label={label} value={share} total={1} />
          </div>
        </>
      )}
    </div>
  )
}

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
