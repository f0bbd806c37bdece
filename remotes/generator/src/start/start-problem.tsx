import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import type { ReactNode } from 'react'
import { failureText } from '../steps/failure-text.ts'
import { startMessages as text } from './start-messages.ts'
import styles from './start-note.module.css'

/** The design to vary was deleted, or is not the member's. */
export function GoneNote({ onContinue }: { onContinue: () => void }) {
  return <Problem code="not-found" hint={text.goneHint} onContinue={onContinue} />
}

/** What the form starts from could not be read. `onRetry`: null if trying again is of no use. */
export function FailedNote({ code, onRetry, onContinue }: { code: string; onRetry: (() => void) | null; onContinue: () => void }) {
  return (
    <Problem code={code} hint={text.wordsKept} onContinue={onContinue}>
      {onRetry && <Button onClick={onRetry}>{text.retry}</Button>}
    </Problem>
  )
}

interface ProblemProps {
  code: string
  hint: string
  onContinue: () => void
  children?: ReactNode
}

function Problem({ code, hint, onContinue, children }: ProblemProps) {
  return (
    <div className={styles.problem}>
      <Notice kind="error" title={failureText(code).reason?.text ?? text.unexpected}>
        {hint}
      </Notice>
      <div className={styles.actions}>
        {children}
        <Button onClick={onContinue}>{text.continueWithout}</Button>
      </div>
    </div>
  )
}
