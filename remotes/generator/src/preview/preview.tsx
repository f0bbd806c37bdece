import type { DesignOptions } from '../choices.ts'
import type { GenerationsState } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import { describeOptions } from './describe-options.ts'
import { InProgress } from './in-progress.tsx'
import styles from './preview.module.css'
import { EarlierResult, NewestResult } from './result.tsx'
import { StencilFrame } from './stencil-frame.tsx'

interface PreviewProps extends Pick<GenerationsState, 'pending' | 'results' | 'freshId'> {
  isCancelling: boolean
  /** The choices of the form, for the empty sheet. */
  chosen: DesignOptions
  onCancel: () => void
}

export function Preview({ pending, isCancelling, results, freshId, chosen, onCancel }: PreviewProps) {
  const [newest, ...older] = results
  const earlier = pending ? results : older
  return (
    <div className={styles.preview}>
      {pending && <InProgress pending={pending} isCancelling={isCancelling} onCancel={onCancel} />}
      {!pending && newest && <NewestResult key={newest.id} generation={newest} fresh={newest.id === freshId} />}
      {!pending && !newest && (
        <>
          <StencilFrame size={chosen.size} sizeDetail={chosen.sizeDetail}>
            <p className={styles.before}>{messages.before}</p>
          </StencilFrame>
          <p className={styles.facts}>{describeOptions(chosen)}</p>
        </>
      )}
      {earlier.length > 0 && (
        <div className={styles.earlier}>
          <h2 className={styles.heading}>{messages.earlier}</h2>
          {earlier.map((generation) => (
            <EarlierResult key={generation.id} generation={generation} />
          ))}
        </div>
      )}
    </div>
  )
}
