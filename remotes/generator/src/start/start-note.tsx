import type { Parent } from '@encre/generator-worker/contract'
import { setApostrophes } from '@encre/protocol/apostrophes'
import type { ShellApi } from '@encre/protocol/shell-api'
import { withToken } from '@encre/remote-kit/session'
import { useQuery } from '@encre/remote-kit/use-query'
import { Button } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import type { Draft } from '../choices.ts'
import { getGeneration } from '../generator-api.ts'
import { generatorPath, type Start } from '../generator-path.ts'
import type { Filled, GeneratorEvent } from '../generator-state.ts'
import { fillChoices, ownWords } from './fill-choices.ts'
import { getParent } from './parent-api.ts'
import { startMessages as text } from './start-messages.ts'
import styles from './start-note.module.css'
import { FailedNote, GoneNote } from './start-problem.tsx'

interface StartNoteProps {
  shell: ShellApi
  /** What the form is to be filled from; null once that has happened. */
  start: Start | null
  draft: Draft
  filled: Filled | null
  /** The parent was deleted after it was shown. */
  isParentGone: boolean
  apply: (event: GeneratorEvent) => void
  /** Goes on without what the form was to start from. */
  onDetach: () => void
  onTakeBack: (before: Draft) => void
}

/** Above the form: which design it varies, or where its words come from. Fills the form once that is read. */
export function StartNote(props: StartNoteProps) {
  const { start, draft, filled } = props
  if (start?.kind === 'retry') return <RetryNote key={start.generationId} {...props} generationId={start.generationId} />
  const parentId = start?.designId ?? draft.parent?.id
  if (parentId) return <ParentNote key={parentId} {...props} designId={parentId} />
  return filled && <FilledNote {...props} filled={filled} />
}

function ParentNote({ designId, ...props }: StartNoteProps & { designId: string }) {
  const { shell, start, draft, filled, isParentGone, apply, onDetach, onTakeBack } = props
  const { state, retry } = useQuery<Parent>(shell, {
    key: designId,
    read: (signal) => withToken(shell, (token) => getParent(token, designId, signal)),
    failureMessage: 'the parent of a variation could not be read',
    onLoad: (parent) => {
      if (start?.kind !== 'variation') return apply({ type: 'parent-read', parent })
      const { subject, ...chosen } = parent
      const next = {
        choices: fillChoices(draft.choices, { ...chosen, description: subject }),
        parent: { id: parent.id, asReference: start.asReference },
      }
      clearAddress()
      const how: Filled = { path: shell.path, kind: 'variation', lostReference: false, before: ownWords(draft, next) }
      apply({ type: 'filled', draft: next, filled: how, parent })
    },
  })

  if (isParentGone) return <GoneNote onContinue={onDetach} />
  if (state.status === 'loading') return <Waiting />
  if (state.status === 'failed') {
    return state.code === 'not-found' ? (
      <GoneNote onContinue={onDetach} />
    ) : (
      <FailedNote code={state.code} onRetry={retry} way={text.continueWithout} onContinue={onDetach} />
    )
  }
  const parent = state.value
  return (
    <div className={styles.note}>
      <img className={styles.image} src={`${parent.imageUrl}&w=512`} alt="" width={512} height={512} />
      <div className={styles.words}>
        <p className={styles.title}>
          <a href={`/gallery/${encodeURIComponent(parent.id)}`}>
            {typeset(parent.number === null ? text.variationOf(setApostrophes(parent.subject)) : text.variation(parent.number))}
          </a>
        </p>
        <p className={styles.hint}>
          {filled?.kind === 'retry' && typeset(`${text.retried} `)}
          {typeset(draft.parent?.asReference ? text.withReference : text.withoutReference)}
        </p>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={onDetach}>
            {text.detach}
          </Button>
          <TakeBack filled={filled} onTakeBack={onTakeBack} />
        </div>
      </div>
    </div>
  )
}

function RetryNote({ generationId, ...props }: StartNoteProps & { generationId: string }) {
  const { shell, draft, apply, onDetach } = props
  const { state, retry } = useQuery(shell, {
    key: generationId,
    read: (signal) => withToken(shell, (token) => getGeneration(token, generationId, signal)),
    failureMessage: 'a generation to repeat could not be read',
    onLoad: ({ request }) => {
      const { parentId, parentAsReference = false, referenceId } = request
      const next = {
        choices: fillChoices(draft.choices, request),
        parent: parentId ? { id: parentId, asReference: parentAsReference } : null,
      }
      clearAddress()
      const how: Filled = { path: shell.path, kind: 'retry', lostReference: referenceId !== null, before: ownWords(draft, next) }
      apply({ type: 'filled', draft: next, filled: how, parent: null })
    },
  })
  if (state.status !== 'failed') return <Waiting />
  return <FailedNote code={state.code} onRetry={state.code === 'not-found' ? null : retry} way={text.continue} onContinue={onDetach} />
}

function FilledNote({ filled, onTakeBack }: StartNoteProps & { filled: Filled }) {
  return (
    <div className={styles.note}>
      <div className={styles.words}>
        <p className={styles.title}>{typeset(filled.kind === 'retry' ? text.retried : text.detached)}</p>
        <p className={styles.hint}>{typeset(filled.lostReference ? text.lostReference : text.nothingSent)}</p>
        <div className={styles.actions}>
          <TakeBack filled={filled} onTakeBack={onTakeBack} />
        </div>
      </div>
    </div>
  )
}

/** Gives the member's own draft back, once. */
function TakeBack({ filled, onTakeBack }: Pick<StartNoteProps, 'filled' | 'onTakeBack'>) {
  const before = filled?.before
  if (!before) return null
  return (
    <Button variant="quiet" onClick={() => onTakeBack(before)}>
      {text.takeBack}
    </Button>
  )
}

function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      {text.loading}
    </p>
  )
}

/** A reload must not fill the form again. The shell learns of the new address with the next navigation. */
function clearAddress() {
  history.replaceState(history.state, '', generatorPath)
}
