import { useId } from 'react'
import controls from './controls.module.css'

interface LineFieldProps {
  label: string
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** One line of words. */
export function LineField({ label, onChange, ...rest }: LineFieldProps) {
  const id = useId()
  return (
    <div className={controls.group}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={controls.text}
        autoComplete="off"
        {...rest}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
