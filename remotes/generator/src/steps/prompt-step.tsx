import { descriptionLimit } from '@encre/protocol/catalogue'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { messages } from '../messages.ts'
import styles from './prompt-step.module.css'
import { Step } from './step.tsx'

interface PromptStepProps {
  value: string
  onChange: (description: string) => void
  disabled: boolean
  /** Shown under the input, or null. */
  error: ReactNode
}

export function PromptStep({ value, onChange, disabled, error }: PromptStepProps) {
  const errorId = useId()
  const counterId = useId()
  const showCounter = value.length > descriptionLimit * 0.8

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }

  return (
    <Step number={4} title={messages.describe}>
      <div className={styles.prompt}>
        <textarea
          className={styles.input}
          name="description"
          rows={4}
          aria-label={messages.describe}
          aria-describedby={[error ? errorId : '', showCounter ? counterId : ''].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          placeholder={messages.describeHint}
          maxLength={descriptionLimit}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        {showCounter && (
          <p id={counterId} className={styles.counter}>
            {value.length} / {descriptionLimit}
          </p>
        )}
        <div id={errorId}>{error}</div>
      </div>
    </Step>
  )
}
