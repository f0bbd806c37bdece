import { locationLabel, sizes, styleName } from '@encre/protocol/catalogue'
import type { Drawing } from '../choices.ts'
import type { GenerationsState } from '../generation/generation-state.ts'
import { messages } from '../messages.ts'
import { InProgress } from './in-progress.tsx'
import styles from './preview.module.css'
import { EarlierResult, NewestResult } from './result.tsx'
import { StencilFrame } from './stencil-frame.tsx'

interface PreviewProps extends Pick<GenerationsState, 'making' | 'results' | 'freshId'> {
  /** What the form says, for the sheet that waits. */
  drawing: Drawing
  onCancel: () => void
}

export function Preview({ making, results, freshId, drawing, onCancel }: PreviewProps) {
  const [newest, ...older] = results
  const earlier = making ? results : older
  return (
    <div className={styles.preview}>
      {making && <InProgress making={making} onCancel={onCancel} />}
      {!making && newest && <NewestResult key={newest.id} generation={newest} fresh={newest.id === freshId} />}
      {!making && !newest && (
        <>
          <StencilFrame size={drawing.size} sizeDetail={drawing.sizeDetail}>
            <p className={styles.before}>{messages.before}</p>
          </StencilFrame>
          <p className={styles.facts}>{describeDrawing(drawing)}</p>
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

export function describeDrawing({ size, sizeDetail, placement, placementDetail, style }: Drawing): string {
  const known = sizes.find((candidate) => candidate.value === size && candidate.centimetres)
  return [sizeDetail ?? known?.description, locationLabel(placement, placementDetail), styleName(style)].filter(Boolean).join(' · ')
}
