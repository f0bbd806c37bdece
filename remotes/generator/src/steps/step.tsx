import type { ReactNode } from 'react'
import styles from './steps.module.css'

interface StepTitleProps {
  number: number
  title: string
  note?: string
}

export function StepTitle({ number, title, note }: StepTitleProps) {
  return (
    <>
      <span className={styles.number}>{number}</span> {title}{' '}
      {note && <span className={styles.note}>({note})</span>}
    </>
  )
}

export function Step({ children, ...title }: StepTitleProps & { children: ReactNode }) {
  return (
    <fieldset className={styles.step}>
      <legend className={styles.legend}>
        <StepTitle {...title} />
      </legend>
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  value: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

/**
 * A radio button as a card. The selected card has a heavier line and a filled corner, so that it
 * stands out without colour.
 */
export function Choice({ name, value, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={value} checked={checked} onChange={onChoose} />
      {children}
    </label>
  )
}
