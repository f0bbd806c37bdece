import type { Design } from '@encre/protocol/design'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset } from '@encre/ui/typeset'
import { type CSSProperties, useState } from 'react'
import words from '../text.module.css'
import styles from './retouch.module.css'
import { retouchMessages as text } from './retouch-messages.ts'

export function BeforeAfter({ before, after }: { before: { imageUrl: string }; after: Design }) {
  const [percent, setPercent] = useState(50)
  return (
    <div className={styles.compare} style={{ '--before': `${percent}%` } as CSSProperties}>
      <div className={styles.images}>
        <DesignImage design={after} />
        <img className={styles.before} src={before.imageUrl} alt="" />
      </div>
      <div className={`${styles.slider} ${words.soft}`}>
        <span aria-hidden="true">{text.before}</span>
        <input
          type="range"
          min="0"
          max="100"
          value={percent}
          aria-label={text.compare}
          aria-valuetext={typeset(text.compareValue(percent))}
          onChange={(event) => setPercent(event.target.valueAsNumber)}
        />
        <span aria-hidden="true">{text.after}</span>
      </div>
    </div>
  )
}
