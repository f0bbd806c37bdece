import { useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { typeset } from './typeset.tsx'

interface ConfirmDialogProps {
  open: boolean
  question: string
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone. The focus starts on the cancel button, and returns to its place on closing. */
export function ConfirmDialog({ open, question, confirmLabel, cancelLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const questionId = useId()

  useEffect(() => {
    if (!open) return
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click on the backdrop does.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={questionId}
      onCancel={(event) => {
        // Only `open` closes the dialog.
        event.preventDefault()
        onCancel()
      }}
      onClick={(event) => event.target === dialog.current && onCancel()}
    >
      <div className={styles.body}>
        <p id={questionId} className={styles.question}>
          {typeset(question)}
        </p>
        <div className={styles.answers}>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
