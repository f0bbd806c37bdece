import { detailLimit } from '@encre/protocol/catalogue'
import { formatOf, formatOfPlacement, formats } from '@encre/protocol/formats'
import { Button } from '@encre/ui/button'
import { TextField } from '@encre/ui/text-field'
import { useId } from 'react'
import type { Choices } from '../choices.ts'
import { detailMessages, optionMessages as text } from '../later-messages.ts'
import { messages } from '../messages.ts'
import styles from './choice-steps.module.css'
import { Choice } from './step.tsx'

interface DetailFieldProps {
  name: 'sizeDetail' | 'placementDetail'
  value: string
  onChange: (change: Partial<Choices>) => void
  showMissing: boolean
}

export function DetailField({ name, value, onChange, showMissing }: DetailFieldProps) {
  const { label, hint, missing } = detailMessages[name]
  return (
    <TextField
      label={label}
      name={name}
      value={value}
      onChange={(words) => onChange({ [name]: words })}
      hint={hint}
      error={showMissing && !value.trim() ? missing : null}
      maxLength={detailLimit}
    />
  )
}

const counts = [1, 2, 3, 4] as const

export interface OptionsProps {
  choices: Choices
  onChange: (change: Partial<Choices>) => void
  offersTransparent: boolean
  offersSizes: boolean
  variants: number
  /** More than the quota allows cannot be chosen. */
  mostVariants: number
  onVariants: (count: number) => void
}

export function LaterOptions({ choices, onChange, offersTransparent, offersSizes, variants, mostVariants, onVariants }: OptionsProps) {
  const backgroundHintId = useId()
  const formatHintId = useId()
  return (
    <div className={styles.groups}>
      <fieldset className={styles.group}>
        <legend>{text.variants}</legend>
        <div className={`${styles.row} ${styles.counts}`}>
          {counts.map((count) => (
            <Choice
              key={count}
              name="variants"
              value={`${count}`}
              checked={count === variants}
              disabled={count > Math.max(1, mostVariants)}
              onChoose={() => onVariants(count)}
            >
              {count}
            </Choice>
          ))}
        </div>
        <p className={styles.hint}>{text.variantsHint}</p>
      </fieldset>
      {offersTransparent && (
        <fieldset className={styles.group} aria-describedby={backgroundHintId}>
          <legend>{text.background}</legend>
          <p id={backgroundHintId} className={styles.hint}>
            {text.backgroundHint}
          </p>
          <div className={styles.row}>
            <Choice name="background" value="paper" checked={!choices.transparent} onChoose={() => onChange({ transparent: false })}>
              {messages.paper}
            </Choice>
            <Choice
              name="background"
              value="transparent"
              checked={choices.transparent === true}
              onChoose={() => onChange({ transparent: true })}
            >
              {text.transparent}
            </Choice>
          </div>
        </fieldset>
      )}
      {offersSizes && (
        <fieldset className={styles.group} aria-describedby={formatHintId}>
          <legend>{text.format}</legend>
          <p id={formatHintId} className={styles.hint}>
            {text.formatHint}
          </p>
          <div className={styles.row}>
            {formats.map(({ value, label, ratio }) => (
              <Choice
                key={value}
                name="format"
                value={value}
                checked={value === formatOf(choices.format).value}
                onChoose={() => onChange({ format: value })}
              >
                {value === 'square' ? label : `${label} (${ratio})`}
              </Choice>
            ))}
          </div>
          <div>
            <Button variant="quiet" onClick={() => onChange({ format: formatOfPlacement[choices.placement] })}>
              {text.adapt}
            </Button>
          </div>
        </fieldset>
      )}
    </div>
  )
}
