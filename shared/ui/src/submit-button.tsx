import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './submit-button.module.css'

interface SubmitButtonProps {
  busy: boolean
  busyLabel: string
  disabled?: boolean
  children: ReactNode
}

/** A disabled button loses the focus: it waits on the element around the button, and comes back when that is enabled again. */
export function SubmitButton({ busy, busyLabel, disabled = false, children }: SubmitButtonProps) {
  const status = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isDisabled = busy || disabled

  useLayoutEffect(() => {
    const focused = document.activeElement
    if (isDisabled && focused === button.current) status.current?.focus()
    if (!isDisabled && focused === status.current) button.current?.focus()
  }, [isDisabled])

  return (
    <span ref={status} className={styles.status} tabIndex={-1}>
      <Button ref={button} variant="primary" type="submit" disabled={isDisabled}>
        {busy ? busyLabel : children}
      </Button>
    </span>
  )
}
