import styles from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  /** What is done. */
  value: number
  /** What there is to do; null while it is unknown. */
  total: number | null
}

/** The progress of a long task, as wide as its parent. */
export function ProgressBar({ label, value, total }: ProgressBarProps) {
  return <progress className={styles.bar} aria-label={label} {...(total !== null && { value: Math.min(value, total), max: total })} />
}
