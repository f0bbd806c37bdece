import type { Generation } from '@encre/generator-worker/contract'
import { ButtonLink } from '@encre/ui/button'
import { Crosshair } from '@encre/ui/crosshair'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import type { GenerationsState } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import { describeOptions } from './describe-options.ts'
import progress from './in-progress.module.css'
import { previewMessages as text } from './preview-messages.ts'
import { VariantTile } from './variant-tile.tsx'
import styles from './variants.module.css'
import { variantMessages } from './variants-messages.ts'

interface VariantsProps extends Pick<GenerationsState, 'slots' | 'pending' | 'results'> {
  /** `key` of the pending generation. */
  onCancel: (key: string) => void
}

/** Generations side by side, each with its own state: the variants of one click, or several that were found running. */
export function Variants({ slots, pending, results, onCancel }: VariantsProps) {
  const total = slots.length
  const shown = slots.map((slot) => ({
    slot,
    pending: pending.find(({ key }) => key === slot.key) ?? null,
    result: results.find(({ id }) => slot.end?.kind === 'result' && slot.end.id === id) ?? null,
  }))
  const done = shown.filter(({ result }) => result).length
  const chosen = shown.map(describe).find((words) => words !== null)

  return (
    <div className={styles.variants}>
      <div role="status">
        {pending.length > 0 ? (
          <p className={progress.during}>
            <Crosshair className={progress.spinner} />
            {messages.during}
          </p>
        ) : (
          <p className={styles.title}>{variantMessages.ended(done, total)}</p>
        )}
        {pending.length > 0 && <p className={styles.soft}>{variantMessages.progress(done, total)}</p>}
      </div>
      {chosen && (
        <div className={styles.words}>
          <p className={styles.subject}>{typesetSubject(chosen.subject)}</p>
          <p className={styles.soft}>{chosen.options}</p>
        </div>
      )}
      <ol className={styles.grid} aria-label={variantMessages.list}>
        {shown.map((variant, index) => (
          <li key={variant.slot.key} className={styles.cell}>
            <VariantTile {...variant} name={variantMessages.name(index + 1, total)} onCancel={() => onCancel(variant.slot.key)} />
          </li>
        ))}
      </ol>
      {pending.length > 0 ? (
        <p className={styles.soft}>
          {typeset(text.duringHint)} {text.cancelHint}
        </p>
      ) : (
        done > 0 && (
          <div className={styles.after}>
            <ButtonLink href="/gallery">{variantMessages.sort}</ButtonLink>
            <p className={styles.soft}>{variantMessages.sortHint}</p>
          </div>
        )
      )}
    </div>
  )
}

interface Shown {
  pending: GenerationsState['pending'][number] | null
  result: Generation | null
}

function describe({ pending, result }: Shown): { subject: string; options: string } | null {
  if (pending) return { subject: pending.subject, options: describeOptions(pending.design) }
  if (result) return { subject: result.request.description, options: describeOptions(result.request) }
  return null
}
