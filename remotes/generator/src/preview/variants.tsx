import { Button, ButtonLink } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { useRef, useState } from 'react'
import type { GenerationsState, Slot } from '../generation/generations-state.ts'
import { previewMessages as text, variantMessages } from '../later-messages.ts'
import { StopText } from '../steps/stop-note.tsx'
import { StyleGlyph } from '../style-glyph.tsx'
import words from '../text.module.css'
import type { ResultActions } from './design-words.tsx'
import { CancelButton, During, stateOf } from './in-progress.tsx'
import { Result } from './result.tsx'
import styles from './results.module.css'

interface VariantsProps
  extends Pick<GenerationsState, 'slots' | 'pending' | 'results'>,
    ResultActions {
  onCancel: (key: string) => void
}

/**
 * Generations side by side, each with its own state: the variants of one click, or several that
 * were found running.
 */
export function Variants({ slots, pending, results, onCancel, ...actions }: VariantsProps) {
  const [enlargedId, setEnlargedId] = useState<string | null>(null)
  const grid = useRef<HTMLOListElement>(null)
  const total = slots.length
  const shown = slots.map((slot) => ({
    slot,
    pending: pending.find(({ key }) => key === slot.key),
    result: results.find(({ id }) => slot.end?.kind === 'result' && slot.end.id === id),
  }))
  const done = shown.filter(({ result }) => result).length
  const enlarged = shown.find(({ result }) => result && result.id === enlargedId)?.result
  const nameOf = (index: number) => variantMessages.name(index + 1, total)

  function handleAll() {
    // The button that had the focus goes.
    grid.current?.querySelector<HTMLInputElement>(':checked')?.focus()
    setEnlargedId(null)
  }

  return (
    <div className={styles.variants} data-enlarged={enlarged && true}>
      <div className={styles.top}>
        <div role="status">
          {pending.length > 0 ? (
            <During />
          ) : (
            <p className={words.strong}>{variantMessages.ended(done, total)}</p>
          )}
          {pending.length > 0 && (
            <p className={words.soft}>{variantMessages.progress(done, total)}</p>
          )}
        </div>
        {enlarged && (
          <Button variant="quiet" onClick={handleAll}>
            {variantMessages.all(total)}
          </Button>
        )}
        {!enlarged && pending.length === 0 && done > 0 && (
          <ButtonLink variant="quiet" href="/gallery">
            {variantMessages.sort}
          </ButtonLink>
        )}
      </div>
      {enlarged?.design && (
        <Result
          key={enlarged.id}
          generation={enlarged}
          design={enlarged.design}
          fresh={false}
          actions={actions}
        />
      )}
      <ol ref={grid} className={styles.grid} aria-label={variantMessages.list}>
        {shown.map((variant, index) => (
          <li key={variant.slot.key}>
            <VariantTile
              {...variant}
              name={nameOf(index)}
              isEnlarged={variant.result !== undefined && variant.result === enlarged}
              onEnlarge={setEnlargedId}
              onCancel={onCancel}
            />
          </li>
        ))}
      </ol>
      {pending.length > 0 && (
        <p className={words.soft}>
          {typeset(text.duringHint)} {text.cancelHint}
        </p>
      )}
    </div>
  )
}

interface VariantTileProps {
  slot: Slot
  pending: GenerationsState['pending'][number] | undefined
  result: GenerationsState['results'][number] | undefined
  name: string
  isEnlarged: boolean
  onEnlarge: (designId: string) => void
  onCancel: (key: string) => void
}

function VariantTile({
  slot: { key, end },
  pending,
  result,
  name,
  isEnlarged,
  onEnlarge,
  onCancel,
}: VariantTileProps) {
  if (pending) {
    return (
      <div className={styles.tile}>
        <div className={styles.square}>
          {pending.partial ? (
            <img src={pending.partial} alt="" />
          ) : (
            <StyleGlyph style={pending.design.style} />
          )}
          <CancelButton pending={pending} name={name} onCancel={() => onCancel(key)} />
        </div>
        <p className={styles.line}>{typeset(stateOf(pending))}</p>
      </div>
    )
  }
  if (result?.design) {
    return (
      <label className={styles.tile}>
        {/* Radio buttons: the arrow keys go from one to the next. */}
        <input
          type="radio"
          name="variant"
          aria-label={name}
          checked={isEnlarged}
          onChange={() => onEnlarge(result.id)}
        />
        <span className={styles.square}>
          <DesignImage design={result.design} size="card" />
        </span>
        <span className={styles.line}>{typesetSubject(result.design.subject)}</span>
      </label>
    )
  }
  return (
    <div className={styles.tile}>
      <div className={styles.square}>
        <div className={styles.stopped}>
          {end && end.kind !== 'result' && <StopText stop={end} />}
        </div>
      </div>
      <p className={styles.line}>{name}</p>
    </div>
  )
}
