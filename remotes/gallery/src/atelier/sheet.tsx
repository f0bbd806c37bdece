import type { SizeMm } from '@encre/stencil/svg'
import { Ruler } from '@encre/ui/ruler'
import type { CSSProperties, ReactNode } from 'react'
import styles from './sheet.module.css'

interface SheetProps {
  /** The ink's size on the skin, for the rulers. */
  size: SizeMm
  /** Millimetres of the longest side that is seen beside this one: rulers of one scale have the same ticks. */
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
