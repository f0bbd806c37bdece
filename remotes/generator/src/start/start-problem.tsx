import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import type { ReactNode } from 'react'
import { failureText } from '../steps/failure-text.ts'
import { startMessages as text } from './start-messages.ts'
import styles from './start-note.module.css'

/** The design to vary was deleted, or is not the member's. */
export function GoneNote({ onContinue }: { onContinue: () => void }) {
  return <Problem code="not-found" hint={text.goneHint} way={text.continueWithout} onContinue={onContinue} />
}

interface FailedNoteProps {
  code: string
  /** Null if trying again is of no use. */
  onRetry: (() => void) | null
  /** The name of the button that goes on without what the form was to start from. */
  way: string
  onContinue: () => void
}

/** What the form starts from could not be read. */
export function FailedNote({ code, onRetry, way, onContinue }: FailedNoteProps) {
  return (
    <Problem code={code} hint={text.wordsKept} way={way} onContinue={onContinue}>
      {onRetry && <Button onClick={onRetry}>{text.retry}</Button>}
    </Problem>
  )
}

interface ProblemProps {
  code: string
  hint: string
  way: string
  onContinue: () => void
  children?: ReactNode
}

function Problem({ code, hint, way, onContinue, children }: ProblemProps) {
  return (
    <div className={styles.problem}>
      <Notice kind="error" title={failureText(code).reason?.text ?? text.unexpected}>
        {hint}
      </Notice>
      <div className={styles.actions}>
        {children}
        <Button onClick={onContinue}>{way}</Button>
      </div>
    </div>
  )
}
