import type { ReactNode } from 'react'
import { centimetresOf } from './centimetres.ts'
import { Crosshair } from './crosshair.tsx'
import { Ruler } from './ruler.tsx'
import styles from './stencil-frame.module.css'

interface StencilFrameProps {
  size: string
  sizeDetail: string | null
  children: ReactNode
}

/** A sheet with two rulers at the scale of the chosen size, and four registration marks. */
export function StencilFrame({ size, sizeDetail, children }: StencilFrameProps) {
  const centimetres = centimetresOf(size, sizeDetail)
  return (
    <div className={styles.frame}>
      <Crosshair className={styles.mark} />
      <Ruler axis="x" centimetres={centimetres} />
      <Crosshair className={styles.mark} />
      <Ruler axis="y" centimetres={centimetres} />
      <div className={styles.sheet}>{children}</div>
      <span />
      <Crosshair className={styles.mark} />
      <span />
      <Crosshair className={styles.mark} />
    </div>
  )
}
