import { useId, useState } from 'react'
import styles from './text-field.module.css'

interface TextFieldProps {
  label: string
  name: string
  type?: 'text' | 'email' | 'password'
  value: string
  onChange: (value: string) => void
  /** Why the value is refused. Screen readers read it with the field. */
  error?: string | null | undefined
  /** Refused, for a reason that is shown elsewhere. */
  invalid?: boolean
  hint?: string
  /**
   * Labels of the button that shows and hides a password. Without them, a password has no such
   * button.
   */
  reveal?: { show: string; hide: string }
  disabled?: boolean
  autoComplete?: string
  maxLength?: number
}

/**
 * A text input with its label. The caller holds the value, so that a failed request loses nothing.
 */
export function TextField({
  label,
  name,
  type = 'text',
  value,
  onChange,
  error,
  invalid = false,
  hint,
  reveal,
  disabled,
  autoComplete,
  maxLength,
}: TextFieldProps) {
  const id = useId()
  const [isRevealed, setIsRevealed] = useState(false)
  const errorId = error ? `${id}-error` : undefined
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className={styles.field}>
      <label id={`${id}-label`} className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        <input
          className={styles.input}
          id={id}
          name={name}
          type={isRevealed ? 'text' : type}
          value={value}
          disabled={disabled}
          autoComplete={autoComplete}
          maxLength={maxLength}
          // Phones must not correct or capitalise an address or a password.
          autoCapitalize={type === 'text' ? undefined : 'none'}
          spellCheck={type === 'text' ? undefined : false}
          aria-invalid={error || invalid ? true : undefined}
          aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {reveal && (
          <button
            type="button"
            className={styles.reveal}
            aria-describedby={`${id}-label`}
            onClick={() => setIsRevealed(!isRevealed)}
          >
            {isRevealed ? reveal.hide : reveal.show}
          </button>
        )}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
