import { descriptionLimit } from '@encre/protocol/catalogue'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { hasOwnWords, messages } from '../messages.ts'
import words from '../text.module.css'
import { Step } from './step.tsx'
import styles from './steps.module.css'

interface PromptStepProps {
  value: string
  /**
   * Ideas that a click writes into the input. Shown while the input is blank or holds one of them.
   */
  examples: readonly string[]
  onChange: (description: string) => void
  disabled: boolean
  error: ReactNode
  children: ReactNode
}

export function PromptStep({
  value,
  examples,
  onChange,
  disabled,
  error,
  children,
}: PromptStepProps) {
  const errorId = useId()
  const counterId = useId()
  const showCounter = value.length > descriptionLimit * 0.8

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      event.currentTarget.form?.requestSubmit()
  }

  return (
    <Step number={4} title={messages.describe}>
      <div className={styles.prompt}>
        <textarea
          name="description"
          rows={4}
          aria-label={messages.describe}
          aria-describedby={
            [error ? errorId : '', showCounter ? counterId : ''].filter(Boolean).join(' ') ||
            undefined
          }
          aria-invalid={error ? true : undefined}
          placeholder={messages.describeHint}
          maxLength={descriptionLimit}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        {showCounter && (
          <p id={counterId} className={`${styles.counter} ${words.soft}`}>
            {value.length} / {descriptionLimit}
          </p>
        )}
        <div id={errorId}>{error}</div>
        {!hasOwnWords(value) && (
          <Examples
            label={messages.examples}
            examples={examples}
            disabled={disabled}
            onChoose={onChange}
          >
            <span aria-hidden="true">{messages.examples}</span>
          </Examples>
        )}
        {children}
      </div>
    </Step>
  )
}

interface ExamplesProps {
  label: string
  examples: readonly string[]
  disabled: boolean
  onChoose: (example: string) => void
  children?: ReactNode
}

export function Examples({ label, examples, disabled, onChoose, children }: ExamplesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div className={`${styles.examples} ${words.soft}`} role="group" aria-label={label}>
      {children}
      {examples.map((example) => (
        <button
          key={example}
          type="button"
          className={styles.example}
          disabled={disabled}
          onClick={() => onChoose(example)}
        >
          {example}
        </button>
      ))}
    </div>
  )
}
