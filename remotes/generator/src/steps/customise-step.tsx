import { detailLimit, locations, sizes } from '@encre/protocol/catalogue'
import { TextField } from '@encre/ui/text-field'
import { useId } from 'react'
import type { Choices } from '../choices.ts'
import { messages } from '../messages.ts'
import { Choice } from './choice.tsx'
import { ColourToggles } from './colour-toggles.tsx'
import styles from './customise-step.module.css'
import { Step } from './step.tsx'

interface CustomiseStepProps {
  choices: Choices
  onChange: (change: Partial<Choices>) => void
  /** Whether the configured provider can make the background transparent. */
  offersTransparent: boolean
  /** True once the form was submitted without a required field. */
  showMissing: boolean
}

export function CustomiseStep({ choices, onChange, offersTransparent, showMissing }: CustomiseStepProps) {
  const backgroundHintId = useId()
  return (
    <Step number={2} title={messages.customise}>
      <div className={styles.groups}>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{messages.size}</legend>
          <div className={styles.row}>
            {sizes.map((size) => (
              <Choice
                key={size.value}
                name="size"
                value={size.value}
                checked={size.value === choices.size}
                onChoose={() => onChange({ size: size.value })}
              >
                <span>{size.label}</span>
                <span className={styles.description}>{size.description}</span>
              </Choice>
            ))}
          </div>
          {choices.size === 'custom' && (
            <TextField
              label={messages.sizeDetail}
              name="sizeDetail"
              value={choices.sizeDetail}
              onChange={(sizeDetail) => onChange({ sizeDetail })}
              hint={messages.sizeDetailHint}
              error={showMissing && !choices.sizeDetail.trim() ? messages.sizeDetailMissing : null}
              maxLength={detailLimit}
            />
          )}
        </fieldset>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{messages.placement}</legend>
          <div className={styles.row}>
            {locations.map((location) => (
              <Choice
                key={location.value}
                name="placement"
                value={location.value}
                checked={location.value === choices.placement}
                onChoose={() => onChange({ placement: location.value })}
              >
                {location.label}
              </Choice>
            ))}
          </div>
          {choices.placement === 'custom' && (
            <TextField
              label={messages.placementDetail}
              name="placementDetail"
              value={choices.placementDetail}
              onChange={(placementDetail) => onChange({ placementDetail })}
              hint={messages.placementDetailHint}
              error={showMissing && !choices.placementDetail.trim() ? messages.placementDetailMissing : null}
              maxLength={detailLimit}
            />
          )}
        </fieldset>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{messages.colours}</legend>
          <ColourToggles value={choices.colors} onChange={(colors) => onChange({ colors })} />
        </fieldset>
        {offersTransparent && (
          <fieldset className={styles.group} aria-describedby={backgroundHintId}>
            <legend className={styles.legend}>{messages.background}</legend>
            <p id={backgroundHintId} className={styles.hint}>
              {messages.backgroundHint}
            </p>
            <div className={styles.row}>
              <Choice name="background" value="paper" checked={!choices.transparent} onChoose={() => onChange({ transparent: false })}>
                {messages.paper}
              </Choice>
              <Choice name="background" value="transparent" checked={choices.transparent} onChoose={() => onChange({ transparent: true })}>
                {messages.transparent}
              </Choice>
            </div>
          </fieldset>
        )}
      </div>
    </Step>
  )
}
