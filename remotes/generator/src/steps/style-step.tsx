import { styles as catalogue, type StyleId } from '@encre/protocol/catalogue'
import { typeset } from '@encre/ui/typeset'
import { messages } from '../messages.ts'
import { StyleGlyph } from '../style-glyph.tsx'
import { Choice } from './choice.tsx'
import { Step } from './step.tsx'
import styles from './style-step.module.css'

export function StyleStep({ value, onChange }: { value: StyleId; onChange: (style: StyleId) => void }) {
  const chosen = catalogue.find((style) => style.id === value)
  return (
    <Step number={1} title={messages.style}>
      <div className={styles.cards}>
        {catalogue.map((style) => (
          <Choice key={style.id} name="style" value={style.id} checked={style.id === value} onChoose={() => onChange(style.id)}>
            <StyleGlyph className={styles.glyph} style={style.id} />
            <span className={styles.name}>{style.name}</span>
            <span className={styles.keywords}>
              <span>{style.examples[0]}</span>
              <span className={styles.dot}> · </span>
              <span>{style.examples[1]}</span>
            </span>
          </Choice>
        ))}
      </div>
      <p className={styles.description}>{typeset(chosen?.description ?? '')}</p>
    </Step>
  )
}
