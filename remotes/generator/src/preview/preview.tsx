import type { Ref } from 'react'
import type { DesignOptions } from '../choices.ts'
import type { GenerationsState } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import { describeOptions } from './describe-options.ts'
import { EarlierStrip } from './earlier-strip.tsx'
import { InProgress } from './in-progress.tsx'
import { NewestResult } from './newest-result.tsx'
import styles from './preview.module.css'
import { StencilFrame } from './stencil-frame.tsx'

interface PreviewProps extends Pick<GenerationsState, 'pending' | 'results' | 'freshId'> {
  /** The choices of the form, for the empty sheet. */
  chosen: DesignOptions
  /** Takes the focus while the form is disabled. */
  sheetRef: Ref<HTMLDivElement>
  /** `key` of the pending generation. */
  onCancel: (key: string) => void
}

/** The current sheet, which stays in view, and a strip of the other designs. */
export function Preview({ pending, results, freshId, chosen, sheetRef, onCancel }: PreviewProps) {
  const [current, ...otherPending] = pending
  const [newest, ...older] = results
  return (
    <div className={styles.preview}>
      <div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
        <div ref={sheetRef} className={styles.sheet} role="group" aria-label={messages.sheet} tabIndex={-1}>
          {current && <InProgress key={current.key} pending={current} onCancel={() => onCancel(current.key)} />}
          {!current && newest && <NewestResult key={newest.id} generation={newest} fresh={newest.id === freshId} />}
          {!current && !newest && (
            <>
              <StencilFrame size={chosen.size} sizeDetail={chosen.sizeDetail}>
                <p className={styles.before}>{messages.before}</p>
              </StencilFrame>
              <p className={styles.facts}>{describeOptions(chosen)}</p>
            </>
          )}
        </div>
      </div>
      <EarlierStrip pending={otherPending} results={current ? results : older} onCancel={onCancel} />
    </div>
  )
}
