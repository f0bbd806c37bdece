import {
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
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

/**
 * Asks before an action that cannot be undone. The focus starts in its first field, or on the
 * cancel button, and returns to its place on closing.
 */
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

  // Closes the dialog before its parent stops rendering it: an open dialog that leaves the page
  // does not give the focus back.
  useLayoutEffect(() => {
    if (!open) return
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [open])

  function cancel() {
    if (!busy) onCancel()
  }

  function handleEscape(event: SyntheticEvent) {
    event.preventDefault()
    cancel()
  }

  function handleClick({ target }: MouseEvent) {
    // The backdrop belongs to the dialog itself.
    if (target === dialog.current) cancel()
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!busy) onConfirm()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click on the backdrop does.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={questionId}
      onCancel={handleEscape}
      onClick={handleClick}
    >
      <form className={styles.body} onSubmit={handleSubmit}>
        <p id={questionId} className={styles.question}>
          {typeset(question)}
        </p>
        {children && <div className={styles.content}>{children}</div>}
        <div className={styles.answers}>
          {/* `aria-disabled`: a disabled button would lose the focus. */}
          <Button aria-disabled={busy} onClick={cancel}>
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
