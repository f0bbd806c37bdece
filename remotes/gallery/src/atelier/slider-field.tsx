import { useId } from 'react'
import controls from './controls.module.css'

interface SliderFieldProps {
  label: string
  /** The value in words. */
  text: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}

/** A slider with its label and its value in words. */
export function SliderField({ label, text, min, max, step, value, onChange }: SliderFieldProps) {
  const id = useId()
  return (
    <div className={controls.group}>
      <div className={controls.row}>
        <label className={controls.label} htmlFor={id}>
          {label}
        </label>
        <span className={controls.value}>{text}</span>
      </div>
      <input
        id={id}
        type="range"
        className={controls.range}
        aria-valuetext={text}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}
