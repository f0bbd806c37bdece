import { descriptionLimit } from '@encre/protocol/catalogue'
import { pasteCut } from '@encre/protocol/paste-cut'
import { typeset } from '@encre/ui/typeset'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import words from '../text.module.css'
import { revealOnce } from '../use-page-focus.ts'
import styles from './steps.module.css'

interface WordsFieldProps {
  /** Above the field. */
  legend: ReactNode
  label: string
  hint: string
  value: string
  onChange: (description: string) => void
  disabled: boolean
  /** Why the words were not sent. */
  error: ReactNode
  errorLang?: 'en'
  /** Whether the words were refused, or none were sent. */
  isInvalid: boolean
  /** The button that sends the form. */
  submit: ReactNode
  /** Words that a press writes into the field. */
  examples: readonly string[]
  examplesLabel: string
  children?: ReactNode
}

/** The words of a generation, of a new design or a change. */
export function WordsField({
  legend,
  label,
  hint,
  value,
  onChange,
  disabled,
  error,
  errorLang,
  isInvalid,
  submit,
  examples,
  examplesLabel,
  children,
}: WordsFieldProps) {
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
        {legend}
      </label>
      <div className={styles.bar}>
        <textarea
          id={inputId}
          name="description"
          rows={3}
          aria-label={label}
          aria-describedby={`${errorId} ${limit.id ?? ''}`.trim()}
          aria-invalid={isInvalid || undefined}
          placeholder={hint}
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
          <p ref={revealOnce} className={styles.error} role="alert" lang={errorLang}>
            {error}
          </p>
        )}
      </div>
      {examples.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
        <div className={`${styles.examples} ${words.soft}`} role="group" aria-label={examplesLabel}>
          {examples.map((example) => (
            <button
              key={example}
              type="button"
              className={styles.example}
              disabled={disabled}
              onClick={() => onChange(example)}
            >
              {example}
            </button>
          ))}
        </div>
      )}
      {children}
    </div>
  )
}

/** Says how much of the limit is used once it is near, and how much of a paste did not fit. */
function useWordLimit(value: string) {
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
