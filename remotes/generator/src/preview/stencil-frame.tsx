import { centimetresOf } from '@encre/protocol/ink-size'
import { Crosshair } from '@encre/ui/marks'
import { Ruler } from '@encre/ui/ruler'
import type { ReactNode } from 'react'
import styles from './preview.module.css'

/**
 * Where a drawing is on its sheet: start and length along each axis, in shares of the sheet's side.
 */
export interface InkExtent {
  x: { start: number; length: number }
  y: { start: number; length: number }
}

const wholeSheet: InkExtent = { x: { start: 0, length: 1 }, y: { start: 0, length: 1 } }

interface StencilFrameProps {
  size: string
  sizeDetail: string | null
  ink?: InkExtent | undefined
  children: ReactNode
}

/**
 * A sheet with two rulers that measure the drawing at the chosen size, and four registration marks.
 */
export function StencilFrame({ size, sizeDetail, ink, children }: StencilFrameProps) {
  const centimetres = centimetresOf(size, sizeDetail)
  const { x, y } = ink ?? wholeSheet
  // The size of a tattoo is its longer side.
  const scale = centimetres && centimetres / Math.max(x.length, y.length)
  return (
    <div className={styles.frame}>
      <Crosshair className={styles.mark} />
      <Ruler axis="x" {...x} scale={scale} />
      <Crosshair className={styles.mark} />
      <Ruler axis="y" {...y} scale={scale} />
      <div className={styles.paper}>{children}</div>
      <span />
      <Crosshair className={styles.mark} />
      <span />
      <Crosshair className={styles.mark} />
    </div>
  )
}
