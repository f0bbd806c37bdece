import { type Parent, readParent } from '@encre/generator-worker/contract'
import { designPath, generatorPath, type Variation } from '@encre/protocol/links'
import { setApostrophes } from '@encre/protocol/page-text'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { useQuery } from '@encre/remote-kit/use-query'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { type Draft, readDesignChoices } from '../choices.ts'
import { type Change, type Filled, setParent } from '../generator-state.ts'
import { startMessages as text } from '../later-messages.ts'
import { failureText } from '../steps/failure-text.ts'
import words from '../text.module.css'
import styles from './start-note.module.css'

interface StartNoteProps {
  shell: ShellApi
  /** The source of the first words and choices; null when the form has them. */
  start: Variation | null
  draft: Draft
  filled: Filled | null
  isParentGone: boolean
  change: (change: Change) => void
  focusTitle: () => void
}

/** Above the form: which design it varies. Fills the form once that is read. */
export function StartNote(props: StartNoteProps) {
  const { start, draft, filled } = props
  const parentId = start?.designId ?? draft.parent?.id
  if (parentId) return <ParentNote key={parentId} {...props} designId={parentId} />
  return filled && <FilledNote {...props} filled={filled} />
}

function detach({ shell, start, change, focusTitle }: StartNoteProps) {
  focusTitle()
  if (start) shell.navigate(generatorPath)
  else change(setParent(null))
}

function ParentNote({ designId, ...props }: StartNoteProps & { designId: string }) {
  const { shell, start, draft, filled, isParentGone, change, focusTitle } = props
  const { state, retry } = useQuery<Parent>(shell, {
    key: designId,
    read: (signal) => call(shell, readParent, { params: { id: designId }, signal }),
    failureMessage: 'the parent of a variation could not be read',
    onLoad: (parent) => {
      if (!start) return change((state) => ({ ...state, parent }))
      // With its words alone if this version's catalogue lacks one of the choices.
      const choices = readDesignChoices(parent, parent.subject) ?? {
        ...draft.choices,
        description: parent.subject,
      }
      const next = {
        choices,
        parent: { id: parent.id, asReference: start.asReference },
      }
      clearAddress()
      const filled: Filled = { path: shell.path, before: ownWords(draft, next) }
      change((state) => ({ ...state, draft: next, filled, parent, reference: null }))
    },
  })

  const code = isParentGone ? 'not-found' : state.status === 'failed' && state.code
  if (code === 'not-found')
    return <Problem code={code} hint={text.goneHint} onContinue={() => detach(props)} />
  if (code) return <Problem code={code} onRetry={retry} onContinue={() => detach(props)} />
  if (state.status !== 'loaded') return <Waiting />
  const parent = state.value
  return (
    <div className={styles.note}>
      <img
        className={styles.image}
        src={`${parent.imageUrl}&w=512`}
        alt=""
        width={512}
        height={512}
      />
      <div className={styles.words}>
        <p className={styles.title}>
          <a href={designPath(parent.id)}>
            {typeset(
              parent.number === null
                ? text.variationOf(setApostrophes(parent.subject))
                : text.variation(parent.number),
            )}
          </a>
        </p>
        <p className={words.soft}>
          {typeset(draft.parent?.asReference ? text.withReference : text.withoutReference)}
        </p>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={() => detach(props)}>
            {text.detach}
          </Button>
          <TakeBack filled={filled} change={change} focusTitle={focusTitle} />
        </div>
      </div>
    </div>
  )
}

function FilledNote({ filled, change, focusTitle }: StartNoteProps & { filled: Filled }) {
  return (
    <div className={styles.note}>
      <div className={styles.words}>
        <p className={styles.title}>{typeset(text.detached)}</p>
        <p className={words.soft}>{typeset(text.nothingSent)}</p>
        <div className={styles.actions}>
          <TakeBack filled={filled} change={change} focusTitle={focusTitle} />
        </div>
      </div>
    </div>
  )
}

function TakeBack({
  filled,
  change,
  focusTitle,
}: Pick<StartNoteProps, 'filled' | 'change' | 'focusTitle'>) {
  const before = filled?.before
  if (!before) return null

  function handleClick() {
    focusTitle()
    if (before)
      change((state) => ({
        ...state,
        draft: before,
        filled: state.filled && { ...state.filled, before: null },
      }))
  }
  return (
    <Button variant="quiet" onClick={handleClick}>
      {text.takeBack}
    </Button>
  )
}

function Waiting() {
  return (
    <p className={words.soft} role="status">
      {text.loading}
    </p>
  )
}

/**
 * A reload must not fill the form again. The shell learns of the new address with the next
 * navigation.
 */
function clearAddress() {
  history.replaceState(history.state, '', generatorPath)
}

interface ProblemProps {
  code: string
  hint?: string
  onRetry?: () => void
  onContinue: () => void
}

function Problem({ code, hint = text.wordsKept, onRetry, onContinue }: ProblemProps) {
  return (
    <div className={styles.problem}>
      <Notice kind="error" title={failureText(code).reason?.text ?? text.unexpected}>
        {hint}
      </Notice>
      <div className={styles.actions}>
        {onRetry && <Button onClick={onRetry}>{text.retry}</Button>}
        <Button onClick={onContinue}>{text.continueWithout}</Button>
      </div>
    </div>
  )
}

function ownWords(draft: Draft, next: Draft): Draft | null {
  const words = draft.choices.description.trim()
  return words !== '' && words !== next.choices.description.trim() ? draft : null
}
