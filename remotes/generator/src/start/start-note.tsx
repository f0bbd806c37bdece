import { designPath, generatorPath, type Variation } from '@encre/protocol/links'
import { setApostrophes } from '@encre/protocol/page-text'
import type { ShellApi } from '@encre/protocol/shell-api'
import { findSentence } from '@encre/remote-kit/sentences'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import type { ReactNode } from 'react'
import { type Draft, readDesignChoices } from '../choices.ts'
import {
  type Change,
  type Filled,
  type GeneratorState,
  type GeneratorView,
  setParent,
} from '../generator-state.ts'
import { startMessages as text } from '../later-messages.ts'
import { failureReasons } from '../steps/failure-text.ts'
import words from '../text.module.css'
import { useParent } from '../use-parent.ts'
import styles from './start-note.module.css'

export interface StartNoteProps {
  shell: ShellApi
  /** The source of the first words and choices; null when the form has them. */
  start: Variation | null
  state: GeneratorState
  view: Pick<GeneratorView, 'isParentGone'>
  change: (change: Change) => void
  focusTitle: () => void
}

/** Above the form: which design it varies. Fills the form once that is read. */
export function StartNote(props: StartNoteProps) {
  const { start, state } = props
  const { draft, filled } = state
  const parentId = start?.designId ?? draft.parent?.id
  if (parentId) return <ParentNote key={parentId} {...props} designId={parentId} />
  return (
    filled && (
      <Note title={typeset(text.detached)} hint={text.nothingSent}>
        <TakeBack {...props} />
      </Note>
    )
  )
}

function ParentNote({ designId, ...props }: StartNoteProps & { designId: string }) {
  const { shell, start, view, change, focusTitle } = props
  const { draft } = props.state
  const { state, retry } = useParent(shell, designId, (parent) => {
    if (!start) return change((now) => ({ ...now, parent }))
    // With its words alone if this version's catalogue lacks one of the choices.
    const choices = readDesignChoices(parent, parent.subject) ?? {
      ...draft.choices,
      description: parent.subject,
    }
    const next = {
      choices,
      parent: { id: parent.id, asReference: start.asReference },
    }
    // A reload must not fill the form again. The shell learns of the new address with the next
    // navigation.
    history.replaceState(history.state, '', generatorPath)
    const filled: Filled = { path: shell.path, before: ownWords(draft, next) }
    change((now) => ({ ...now, draft: next, filled, parent, reference: null }))
  })

  function handleDetach() {
    focusTitle()
    if (start) shell.navigate(generatorPath)
    else change(setParent(null))
  }

  const code = view.isParentGone ? 'not-found' : state.status === 'failed' && state.code
  if (code) return <Problem code={code} onRetry={retry} onContinue={handleDetach} />
  if (state.status !== 'loaded') {
    return (
      <p className={words.soft} role="status">
        {text.loading}
      </p>
    )
  }
  const parent = state.value
  const title =
    parent.number === null
      ? text.variationOf(setApostrophes(parent.subject))
      : text.variation(parent.number)
  return (
    <Note
      image={
        <img
          className={styles.image}
          src={`${parent.imageUrl}&w=512`}
          alt=""
          width={512}
          height={512}
        />
      }
      title={<a href={designPath(parent.id)}>{typeset(title)}</a>}
      hint={draft.parent?.asReference ? text.withReference : text.withoutReference}
    >
      <Button variant="quiet" onClick={handleDetach}>
        {text.detach}
      </Button>
      <TakeBack {...props} />
    </Note>
  )
}

interface NoteProps {
  image?: ReactNode
  title: ReactNode
  hint: string
  /** Its buttons. */
  children: ReactNode
}

function Note({ image, title, hint, children }: NoteProps) {
  return (
    <div className={styles.note}>
      {image}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={words.soft}>{typeset(hint)}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </div>
  )
}

function TakeBack({ state, change, focusTitle }: StartNoteProps) {
  const before = state.filled?.before
  if (!before) return null

  function handleClick() {
    focusTitle()
    if (before)
      change((now) => ({
        ...now,
        draft: before,
        filled: now.filled && { ...now.filled, before: null },
      }))
  }
  return (
    <Button variant="quiet" onClick={handleClick}>
      {text.takeBack}
    </Button>
  )
}

interface ProblemProps {
  code: string
  onRetry: () => void
  onContinue: () => void
}

function Problem({ code, onRetry, onContinue }: ProblemProps) {
  const isGone = code === 'not-found'
  return (
    <div className={styles.problem}>
      <Notice kind="error" title={findSentence(failureReasons, code)}>
        {isGone ? text.goneHint : text.wordsKept}
      </Notice>
      <div className={styles.actions}>
        {!isGone && <Button onClick={onRetry}>{text.retry}</Button>}
        <Button onClick={onContinue}>{text.continueWithout}</Button>
      </div>
    </div>
  )
}

function ownWords(draft: Draft, next: Draft): Draft | null {
  const words = draft.choices.description.trim()
  return words !== '' && words !== next.choices.description.trim() ? draft : null
}
