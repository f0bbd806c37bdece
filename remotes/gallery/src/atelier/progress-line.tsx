import { ProgressBar } from '@encre/ui/progress-bar'
import styles from './progress-line.module.css'

interface ProgressLineProps {
  label: string
  /** 0 to 1, or null when nothing is to be shown. The line keeps its place. */
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
