import { descriptionLimit } from '@encre/protocol/catalogue'
import { pasteCut } from '@encre/protocol/paste-cut'
import { typeset } from '@encre/ui/typeset'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { hasOwnWords, messages } from '../messages.ts'
import words from '../text.module.css'
import { StepTitle } from './step.tsx'
import styles from './steps.module.css'

interface PromptStepProps {
  value: string
  /**
   * Ideas that a click writes into the input. Shown while the input is blank or holds one of them.
   */
  examples: readonly string[]
  onChange: (description: string) => void
  disabled: boolean
  error: string | null
  /** Whether the words were refused, or none were sent. */
  isInvalid: boolean
  /** The button that sends the form. */
  submit: ReactNode
  options: ReactNode
}

export function PromptStep({
  value,
  examples,
  onChange,
  disabled,
  error,
  isInvalid,
  submit,
  options,
}: PromptStepProps) {
  const inputId = useId()
  const errorId = useId()
  const limit = useWordLimit(value)

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      event.currentTarget.form?.requestSubmit()
  }

  return (
    <div className={styles.prompt}>
      <label className={styles.legend} htmlFor={inputId}>
        <StepTitle number={4} title={messages.describe} />
      </label>
      <div className={styles.bar}>
        <textarea
          id={inputId}
          name="description"
          rows={3}
          aria-label={messages.describe}
          aria-describedby={`${errorId} ${limit.id ?? ''}`.trim()}
          aria-invalid={isInvalid || undefined}
          placeholder={messages.describeHint}
          maxLength={descriptionLimit}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onPaste={limit.handlePaste}
          onKeyDown={handleKeyDown}
        />
        <div className={styles.send}>{submit}</div>
      </div>
      {limit.note}
      <div id={errorId} className={styles.stops}>
        {error && (
          <p className={styles.error} role="alert" lang="en">
            {error}
          </p>
        )}
      </div>
      {!hasOwnWords(value) && (
        <Examples
          label={messages.examples}
          examples={examples}
          disabled={disabled}
          onChoose={onChange}
        />
      )}
      <div className={styles.options}>{options}</div>
    </div>
  )
}

/** Says how much of the limit is used once it is near, and how much of a paste did not fit. */
export function useWordLimit(value: string) {
  const id = useId()
  const [cut, setCut] = useState('')
  const isCut = cut !== '' && value.length === descriptionLimit
  const showsCounter = value.length > descriptionLimit * 0.8

  function handlePaste({ currentTarget, clipboardData }: ClipboardEvent<HTMLTextAreaElement>) {
    setCut(pasteCut(currentTarget, clipboardData.getData('text')))
  }

  return {
    id: showsCounter ? id : null,
    handlePaste,
    note: showsCounter && (
      <p id={id} className={`${styles.counter} ${words.soft}`} role={isCut ? 'status' : undefined}>
        {isCut && typeset(cut)} {value.length} / {descriptionLimit}
      </p>
    ),
  }
}

interface ExamplesProps {
  label: string
  examples: readonly string[]
  disabled: boolean
  onChoose: (example: string) => void
}

export function Examples({ label, examples, disabled, onChoose }: ExamplesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div className={`${styles.examples} ${words.soft}`} role="group" aria-label={label}>
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
