import { useId } from 'react'
import styles from './text-field.module.css'

interface TextFieldProps {
  label: string
  name: string
  type?: 'text' | 'email' | 'password'
  value: string
  onChange: (value: string) => void
  /** Why the value is refused. Screen readers read it with the field. */
  error?: string | null | undefined
  hint?: string
  disabled?: boolean
  autoComplete?: string
  maxLength?: number
}

/** A text input with its label. The caller holds the value, so that a failed request loses nothing. */
export function TextField({ label, name, type = 'text', value, onChange, error, hint, disabled, autoComplete, maxLength }: TextFieldProps) {
  const id = useId()
  const errorId = error ? `${id}-error` : undefined
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        className={styles.input}
        id={id}
        name={name}
        type={type}
        value={value}
        disabled={disabled}
        autoComplete={autoComplete}
        maxLength={maxLength}
        // Phones must not correct or capitalise an address or a password.
        autoCapitalize={type === 'text' ? undefined : 'none'}
        spellCheck={type === 'text' ? undefined : false}
        aria-invalid={error ? true : undefined}
        aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
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
