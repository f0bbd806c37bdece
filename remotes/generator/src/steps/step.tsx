import type { ReactNode } from 'react'
import styles from './step.module.css'

interface StepProps {
  number: number
  title: string
  /** Shown in parentheses beside the title. */
  note?: string
  children: ReactNode
}

/** One numbered step of the form. */
export function Step({ number, title, note, children }: StepProps) {
  return (
    <fieldset className={styles.step}>
      <legend className={styles.legend}>
        <span className={styles.number}>{number}</span> {title} {note && <span className={styles.note}>({note})</span>}
      </legend>
      {children}
    </fieldset>
  )
}
