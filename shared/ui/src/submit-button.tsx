import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './submit-button.module.css'

interface SubmitButtonProps {
  busy: boolean
  busyLabel: string
  disabled?: boolean
  children: ReactNode
}

/**
 * A disabled button loses the focus: the element around it holds the focus until the button is
 * enabled.
 */
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
