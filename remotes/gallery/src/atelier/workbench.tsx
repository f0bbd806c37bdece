import type { Pixels, SizeMm } from '@encre/stencil/pixels'
import { ProgressBar } from '@encre/ui/notice'
import { Ruler } from '@encre/ui/ruler'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import layout from './atelier-page.module.css'
import styles from './sheet.module.css'

interface WorkbenchProps {
  desk: ReactNode
  notes: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Workbench({ desk, notes, actions, children }: WorkbenchProps) {
  return (
    <div className={layout.workbench}>
      <div className={layout.drawing}>
        <div className={layout.desk}>{desk}</div>
        {notes}
      </div>
      <div className={layout.panel}>
        <div className={layout.settings}>{children}</div>
        <div className={layout.actions}>{actions}</div>
      </div>
    </div>
  )
}

interface SheetProps {
  size: SizeMm
  isBusy?: boolean
  /** What is being computed, and its share from 0 to 1. Null before it takes long. */
  progress?: { label: string; share: number | null }
  children: ReactNode
}

export function Sheet({ size, isBusy = false, progress, children }: SheetProps) {
  const longest = Math.max(size.width, size.height)
  const shape: CSSProperties & Record<`--${string}`, number> = {
    '--aspect': size.width / size.height,
  }
  return (
    <div className={styles.frame} style={shape} aria-busy={isBusy}>
      <span />
      <Ruler axis="x" start={0} length={1} scale={size.width / 10} longest={longest / 10} />
      <Ruler axis="y" start={0} length={1} scale={size.height / 10} longest={longest / 10} />
      <div className={styles.paper}>
        <div className={styles.ink}>
          {children}
          {progress && (
            <div className={styles.progress} role="status">
              {progress.share !== null && (
                <div>
                  {progress.label}
                  <ProgressBar label={progress.label} value={progress.share} total={1} />
                </div>
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

interface PixelCanvasProps {
  pixels: Pixels
  label: string
}

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
      role="img"
      aria-label={label}
    />
  )
}

export function toImageData({ width, height, data }: Pixels): ImageData {
  const image = new ImageData(width, height)
  image.data.set(data)
  return image
}

export function toCanvas(picture: Pixels): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: picture.width,
    height: picture.height,
  })
  canvas.getContext('2d')?.putImageData(toImageData(picture), 0, 0)
  return canvas
}
