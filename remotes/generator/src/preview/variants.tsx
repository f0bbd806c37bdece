import { ButtonLink } from '@encre/ui/button'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { describeWithLength } from '../choices.ts'
import type { GenerationsState, Slot } from '../generation/generations-state.ts'
import { previewMessages as text, variantMessages } from '../later-messages.ts'
import { StopText } from '../steps/stop-note.tsx'
import { StyleGlyph } from '../style-glyph.tsx'
import words from '../text.module.css'
import { DesignWords, type ResultActions, ResultLink } from './design-words.tsx'
import { CancelButton, During, stateOf } from './in-progress.tsx'
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
export function Variants({ slots, pending, results, ...actions }: VariantsProps) {
  const total = slots.length
  const shown = slots.map((slot) => ({
    slot,
    pending: pending.find(({ key }) => key === slot.key),
    result: results.find(({ id }) => slot.end?.kind === 'result' && slot.end.id === id),
  }))
  const done = shown.filter(({ result }) => result).length
  const [chosen] = shown.flatMap(({ pending, result }) => pending?.design ?? result?.request ?? [])
  const [subject] = shown.flatMap(
    ({ pending, result }) => pending?.subject ?? result?.request.description ?? [],
  )

  return (
    <div className={styles.variants}>
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
      {chosen && (
        <div>
          <p className={words.subject}>{typesetSubject(subject ?? '')}</p>
          <p className={words.soft}>{describeWithLength(chosen)}</p>
        </div>
      )}
      <ol className={styles.grid} aria-label={variantMessages.list}>
        {shown.map((variant, index) => (
          <li key={variant.slot.key}>
            <VariantTile {...variant} {...actions} name={variantMessages.name(index + 1, total)} />
          </li>
        ))}
      </ol>
      {pending.length > 0 ? (
        <p className={words.soft}>
          {typeset(text.duringHint)} {text.cancelHint}
        </p>
      ) : (
        done > 0 && (
          <div className={styles.tile}>
            <ButtonLink href="/gallery">{variantMessages.sort}</ButtonLink>
            <p className={words.soft}>{variantMessages.sortHint}</p>
          </div>
        )
      )}
    </div>
  )
}

interface VariantTileProps extends ResultActions {
  slot: Slot
  pending: GenerationsState['pending'][number] | undefined
  result: GenerationsState['results'][number] | undefined
  name: string
  onCancel: (key: string) => void
}

function VariantTile({
  slot: { key, end },
  pending,
  result,
  name,
  onCancel,
  ...actions
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
        </div>
        <p className={styles.name}>{name}</p>
        <p className={words.soft}>{typeset(stateOf(pending))}</p>
        <CancelButton pending={pending} name={name} onCancel={() => onCancel(key)} />
      </div>
    )
  }
  if (result?.design) {
    return (
      <figure className={styles.tile}>
        <ResultLink className={styles.square} design={result.design} />
        <figcaption className={styles.caption}>
          <p className={styles.name}>{name}</p>
          <DesignWords generation={result} design={result.design} name={name} actions={actions} />
        </figcaption>
      </figure>
    )
  }
  return (
    <div className={styles.tile}>
      <div className={styles.stopped}>
        {end && end.kind !== 'result' && <StopText stop={end} />}
      </div>
      <p className={styles.name}>{name}</p>
    </div>
  )
}
