import { type ReactNode, useId, useState } from 'react'
import { messages } from '../messages.ts'
import styles from './steps.module.css'

interface StepProps {
  number: number
  title: string
  note?: string
  children: ReactNode
}

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

interface FoldProps {
  summary: ReactNode
  action: string
  isOpenWhenWide?: boolean
  /** Keeps the content open: something in it is missing. */
  mustOpen?: boolean
  children: ReactNode
}

/** One line that says what is chosen, and opens. What is closed keeps its values. */
export function Fold({ summary, action, isOpenWhenWide = false, mustOpen = false, children }: FoldProps) {
  const [toggled, setToggled] = useState(false)
  const contentId = useId()
  const open = toggled || mustOpen
  return (
    <div className={styles.fold} data-open={open || undefined} data-wide={isOpenWhenWide || undefined}>
      <button type="button" aria-expanded={open} aria-controls={contentId} onClick={() => setToggled(!open)}>
        <span>{summary}</span>
        <span className={styles.note}>{open ? messages.close : action}</span>
      </button>
      <div id={contentId} className={styles.content}>
        {(open || isOpenWhenWide) && children}
      </div>
    </div>
  )
}

interface ChoiceProps {
  name: string
  value: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

/** A radio button as a card. The selected card has a heavier line and a filled corner, so that it stands out without colour. */
export function Choice({ name, value, checked, disabled = false, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={value} checked={checked} disabled={disabled} onChange={onChoose} />
      {children}
    </label>
  )
}
