import type { Parent } from '@encre/generator-worker/contract'
import { setApostrophes } from '@encre/protocol/apostrophes'
import type { ShellApi } from '@encre/protocol/shell-api'
import { withToken } from '@encre/remote-kit/session'
import { useQuery } from '@encre/remote-kit/use-query'
import { Button } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { getGeneration } from '../generator-api.ts'
import { generatorPath } from '../generator-path.ts'
import type { Draft } from '../use-draft.ts'
import { fillChoices, ownWords } from './fill-choices.ts'
import type { Filled } from './filled.ts'
import { focusTitle } from './focus-title.ts'
import { getParent } from './parent-api.ts'
import type { Start } from './read-start.ts'
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
  onFill: (draft: Draft, filled: Filled, parent: Parent | null) => void
  /** The parent of a draft was read again. */
  onParent: (parent: Parent) => void
  onChange: (change: Partial<Draft>) => void
  /** Gives up what the address asks for. */
  onSkip: () => void
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
  const { shell, start, draft, filled, isParentGone, onFill, onParent, onChange, onSkip } = props
  const { state, retry } = useQuery<Parent>(shell, {
    key: designId,
    read: (signal) => withToken(shell, (token) => getParent(token, designId, signal)),
    failureMessage: 'the parent of a variation could not be read',
    onLoad: (parent) => {
      if (start?.kind !== 'variation') return onParent(parent)
      const { subject, ...chosen } = parent
      const next = {
        choices: fillChoices(draft.choices, { ...chosen, description: subject }),
        parent: { id: parent.id, asReference: start.asReference },
      }
      clearAddress()
      onFill(next, { path: shell.path, kind: 'variation', lostReference: false, before: ownWords(draft, next) }, parent)
    },
  })
  function detach() {
    focusTitle()
    if (start) onSkip()
    else onChange({ parent: null })
  }

  if (isParentGone) return <GoneNote onContinue={detach} />
  if (state.status === 'loading') return <Waiting />
  if (state.status === 'failed') {
    return state.code === 'not-found' ? (
      <GoneNote onContinue={detach} />
    ) : (
      <FailedNote code={state.code} onRetry={retry} way={text.continueWithout} onContinue={detach} />
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
          <Button variant="quiet" onClick={detach}>
            {text.detach}
          </Button>
          <TakeBack filled={filled} onChange={onChange} />
        </div>
      </div>
    </div>
  )
}

function RetryNote({ generationId, ...props }: StartNoteProps & { generationId: string }) {
  const { shell, draft, onFill, onSkip } = props
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
      onFill(next, { path: shell.path, kind: 'retry', lostReference: referenceId !== null, before: ownWords(draft, next) }, null)
    },
  })
  if (state.status !== 'failed') return <Waiting />
  return <FailedNote code={state.code} onRetry={state.code === 'not-found' ? null : retry} way={text.continue} onContinue={onSkip} />
}

function FilledNote({ filled, onChange }: StartNoteProps & { filled: Filled }) {
  return (
    <div className={styles.note}>
      <div className={styles.words}>
        <p className={styles.title}>{typeset(filled.kind === 'retry' ? text.retried : text.detached)}</p>
        <p className={styles.hint}>{typeset(filled.lostReference ? text.lostReference : text.nothingSent)}</p>
        <div className={styles.actions}>
          <TakeBack filled={filled} onChange={onChange} />
        </div>
      </div>
    </div>
  )
}

/** Gives the member's own draft back, once. */
function TakeBack({ filled, onChange }: Pick<StartNoteProps, 'filled' | 'onChange'>) {
  const [isTaken, setTaken] = useState(false)
  const before = filled?.before
  if (!before || isTaken) return null

  function handleClick() {
    focusTitle()
    setTaken(true)
    if (before) onChange(before)
  }
  return (
    <Button variant="quiet" onClick={handleClick}>
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
