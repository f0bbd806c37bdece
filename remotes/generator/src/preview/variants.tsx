import type { GenerationRequest } from '@encre/generator-worker/contract'
import { Button } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { type KeyboardEvent, useState } from 'react'
import type { GenerationsState, Slot } from '../generation/generations-state.ts'
import { previewMessages as text, variantMessages } from '../later-messages.ts'
import { StopText } from '../steps/stop-note.tsx'
import { StyleGlyph } from '../style-glyph.tsx'
import words from '../text.module.css'
import type { ResultActions } from './design-words.tsx'
import { CancelButton, During, stateOf } from './in-progress.tsx'
import { Result } from './result.tsx'
import styles from './results.module.css'

export interface SheetProps
  extends Pick<GenerationsState, 'pending' | 'slots' | 'results' | 'freshId'>,
    ResultActions {
  onCancel: (key: string) => void
  onStartAgain: (request: GenerationRequest) => void
}

/** The focus brings the new element into view. */
const focusInView = (element: HTMLElement | null) => element?.focus()

/**
 * Generations side by side, each with its own state: the variants of one click, or several that
 * were found running. The chosen one fills the sheet until the member goes back to all.
 */
export function Variants({
  slots,
  pending,
  results,
  onCancel,
  onStartAgain,
  ...actions
}: SheetProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const total = slots.length
  const shown = slots.map((slot) => ({
    slot,
    pending: pending.find(({ key }) => key === slot.key),
    result: results.find(({ id }) => slot.end?.kind === 'result' && slot.end.id === id),
  }))
  const done = shown.filter(({ result }) => result).length
  const place = shown.findIndex(({ result }) => isOpen && result?.id === chosenId)
  const open = shown[place]?.result
  const nameOf = (index: number) => variantMessages.name(index + 1, total)

  function handleChoose(id: string) {
    setChosenId(id)
    setIsOpen(true)
  }

  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft' || key === 'ArrowRight') setIsOpen(false)
  }

  if (open?.design) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: its controls send it their keys
      <div className={styles.variants} data-open="true" onKeyDown={handleKeyDown}>
        <div className={styles.top}>
          <Button ref={focusInView} onClick={() => setIsOpen(false)}>
            <span aria-hidden="true">←</span> {variantMessages.all(total)}
          </Button>
          <p className={words.soft}>{nameOf(place)}</p>
        </div>
        <Result
          key={open.id}
          generation={open}
          design={open.design}
          fresh={false}
          actions={actions}
        />
      </div>
    )
  }

  return (
    <div className={styles.variants}>
      <Progress isPending={pending.length > 0} done={done} total={total} />
      <ol className={styles.grid} aria-label={variantMessages.list}>
        {shown.map((variant, index) => (
          <li key={variant.slot.key}>
            <VariantTile
              {...variant}
              name={nameOf(index)}
              wasChosen={variant.result !== undefined && variant.result.id === chosenId}
              onChoose={handleChoose}
              onCancel={onCancel}
              onStartAgain={pending.length > 0 ? null : onStartAgain}
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

interface VariantTileProps extends Pick<SheetProps, 'onCancel'> {
  slot: Slot
  pending: GenerationsState['pending'][number] | undefined
  result: GenerationsState['results'][number] | undefined
  name: string
  /** The member came back from it. */
  wasChosen: boolean
  onChoose: (designId: string) => void
  onStartAgain: SheetProps['onStartAgain'] | null
}

function VariantTile({
  slot: { key, end },
  pending,
  result,
  name,
  wasChosen,
  onChoose,
  onCancel,
  onStartAgain,
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
      <div className={styles.tile}>
        <div className={styles.square}>
          <DesignImage design={result.design} size="card" />
        </div>
        <p className={styles.line}>{typesetSubject(result.design.subject)}</p>
        <Button
          ref={wasChosen ? focusInView : null}
          aria-label={`${variantMessages.see} : ${name}`}
          onClick={() => onChoose(result.id)}
        >
          {variantMessages.see}
        </Button>
      </div>
    )
  }
  const stop = end?.kind === 'result' ? null : end
  return (
    <div className={styles.tile}>
      <div className={styles.square}>
        <div className={styles.stopped} role={stop?.kind === 'cancelled' ? undefined : 'alert'}>
          {stop && <StopText stop={stop} onStartAgain={onStartAgain} />}
        </div>
      </div>
      <p className={styles.line}>{name}</p>
    </div>
  )
}

interface ProgressProps {
  isPending: boolean
  done: number
  total: number
}

function Progress({ isPending, done, total }: ProgressProps) {
  return (
    <div className={styles.top} role="status">
      {isPending ? (
        <>
          <During />
          <p className={words.soft}>{variantMessages.progress(done, total)}</p>
        </>
      ) : (
        <>
          <p className={words.strong}>{variantMessages.ended(done, total)}</p>
          {done > 0 && <p className={words.soft}>{variantMessages.saved(done)}</p>}
        </>
      )}
    </div>
  )
}
