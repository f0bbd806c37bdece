import { formatOf, formatOfPlacement, formats } from '@encre/picture/formats'
import { detailLimit } from '@encre/protocol/catalogue'
import { typedText } from '@encre/protocol/typed-text'
import { Button } from '@encre/ui/button'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { TextField } from '@encre/ui/text-field'
import type { Choices } from '../choices.ts'
import { detailMessages, optionMessages as text } from '../later-messages.ts'
import { messages } from '../messages.ts'
import styles from './steps.module.css'

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
      error={showMissing && !typedText(value).trim() ? missing : null}
      maxLength={detailLimit}
    />
  )
}

export interface OptionsProps {
  choices: Choices
  onChange: (change: Partial<Choices>) => void
  offersTransparent: boolean
  offersSizes: boolean
}

export function LaterOptions({ choices, onChange, offersTransparent, offersSizes }: OptionsProps) {
  return (
    <div className={styles.settings}>
      {offersTransparent && (
        <SegmentedControl
          label={text.background}
          choices={[
            ['paper', messages.paper],
            ['transparent', text.transparent],
          ]}
          value={choices.transparent ? 'transparent' : 'paper'}
          onChange={(background) => onChange({ transparent: background === 'transparent' })}
          hint={text.backgroundHint}
        />
      )}
      {offersSizes && (
        <div>
          <SegmentedControl
            label={text.format}
            choices={formats.map(({ value, label, ratio }) => [
              value,
              value === 'square' ? label : `${label} (${ratio})`,
            ])}
            value={formatOf(choices.format).value}
            onChange={(format) => onChange({ format })}
            hint={text.formatHint}
          />
          <Button
            variant="quiet"
            onClick={() => onChange({ format: formatOfPlacement[choices.placement] })}
          >
            {text.adapt}
          </Button>
        </div>
      )}
    </div>
  )
}
