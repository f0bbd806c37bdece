import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
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
  /** Fields that the member fills in first. Enter in a field confirms. */
  children?: ReactNode
  busy?: boolean
}

/** Asks before an action that cannot be undone. The focus starts in its first field, or on the cancel button, and returns to its place on closing. */
export function ConfirmDialog({
  open,
  question,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  children,
  busy = false,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const questionId = useId()

  // Closes the dialog before its parent stops rendering it: an open dialog that leaves the page does not give the focus back.
  useLayoutEffect(() => {
    if (!open) return
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [open])

  function handleCancel() {
    if (!busy) onCancel()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click on the backdrop does.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={questionId}
      onCancel={(event) => {
        event.preventDefault()
        handleCancel()
      }}
      onClick={(event) => event.target === dialog.current && handleCancel()}
    >
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onConfirm()
        }}
      >
        <p id={questionId} className={styles.question}>
          {typeset(question)}
        </p>
        {children && <div className={styles.content}>{children}</div>}
        <div className={styles.answers}>
          {/* `aria-disabled`: a disabled button would lose the focus. */}
          <Button aria-disabled={busy} onClick={handleCancel}>
            {cancelLabel}
          </Button>
          <Button variant="danger" type="submit" aria-disabled={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
