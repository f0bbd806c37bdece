import { generatorPaths, Parent } from '@encre/generator-worker/contract'
import type { DesignChoices } from '@encre/protocol/design'
import { setApostrophes } from '@encre/protocol/page-text'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import { useQuery } from '@encre/remote-kit/use-query'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { type Choices, type Draft, readChoices } from '../choices.ts'
import { getGeneration } from '../generator-api.ts'
import { generatorPath, type Start } from '../generator-path.ts'
import { type Change, type Filled, setParent } from '../generator-state.ts'
import { startMessages as text } from '../later-messages.ts'
import { failureText } from '../steps/failure-text.ts'
import words from '../text.module.css'
import styles from './start-note.module.css'

interface StartNoteProps {
  shell: ShellApi
  /** The source of the first words and choices; null when the form has them. */
  start: Start | null
  draft: Draft
  filled: Filled | null
  isParentGone: boolean
  change: (change: Change) => void
  focusTitle: () => void
}

/** Above the form: which design it varies, or where its words come from. Fills the form once that is read. */
export function StartNote(props: StartNoteProps) {
  const { start, draft, filled } = props
  if (start?.kind === 'retry') return <RetryNote key={start.generationId} {...props} generationId={start.generationId} />
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
    read: (signal) => withToken(shell, (token) => getParent(token, designId, signal)),
    failureMessage: 'the parent of a variation could not be read',
    onLoad: (parent) => {
      if (start?.kind !== 'variation') return change((state) => ({ ...state, parent }))
      const { subject, ...chosen } = parent
      const next = {
        choices: fillChoices(draft.choices, { ...chosen, description: subject }),
        parent: { id: parent.id, asReference: start.asReference },
      }
      clearAddress()
      const filled: Filled = { path: shell.path, kind: 'variation', lostReference: false, before: ownWords(draft, next) }
      change((state) => ({ ...state, draft: next, filled, parent, reference: null }))
    },
  })

  const code = isParentGone ? 'not-found' : state.status === 'failed' && state.code
  if (code === 'not-found') return <Problem code={code} hint={text.goneHint} onContinue={() => detach(props)} />
  if (code) return <Problem code={code} onRetry={retry} onContinue={() => detach(props)} />
  if (state.status !== 'loaded') return <Waiting />
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
        <p className={words.soft}>
          {filled?.kind === 'retry' && typeset(`${text.retried} `)}
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

function RetryNote({ generationId, ...props }: StartNoteProps & { generationId: string }) {
  const { shell, draft, change } = props
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
      const filled: Filled = { path: shell.path, kind: 'retry', lostReference: referenceId !== null, before: ownWords(draft, next) }
      change((state) => ({ ...state, draft: next, filled, parent: null, reference: null }))
    },
  })
  if (state.status !== 'failed') return <Waiting />
  const { code } = state
  return <Problem code={code} onRetry={code === 'not-found' ? null : retry} way={text.continue} onContinue={() => detach(props)} />
}

function FilledNote({ filled, change, focusTitle }: StartNoteProps & { filled: Filled }) {
  return (
    <div className={styles.note}>
      <div className={styles.words}>
        <p className={styles.title}>{typeset(filled.kind === 'retry' ? text.retried : text.detached)}</p>
        <p className={words.soft}>{typeset(filled.lostReference ? text.lostReference : text.nothingSent)}</p>
        <div className={styles.actions}>
          <TakeBack filled={filled} change={change} focusTitle={focusTitle} />
        </div>
      </div>
    </div>
  )
}

function TakeBack({ filled, change, focusTitle }: Pick<StartNoteProps, 'filled' | 'change' | 'focusTitle'>) {
  const before = filled?.before
  if (!before) return null

  function handleClick() {
    focusTitle()
    if (before) change((state) => ({ ...state, draft: before, filled: state.filled && { ...state.filled, before: null } }))
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

/** A reload must not fill the form again. The shell learns of the new address with the next navigation. */
function clearAddress() {
  history.replaceState(history.state, '', generatorPath)
}

interface ProblemProps {
  code: string
  hint?: string
  onRetry?: (() => void) | null
  way?: string
  onContinue: () => void
}

function Problem({ code, hint = text.wordsKept, onRetry = null, way = text.continueWithout, onContinue }: ProblemProps) {
  return (
    <div className={styles.problem}>
      <Notice kind="error" title={failureText(code).reason?.text ?? text.unexpected}>
        {hint}
      </Notice>
      <div className={styles.actions}>
        {onRetry && <Button onClick={onRetry}>{text.retry}</Button>}
        <Button onClick={onContinue}>{way}</Button>
      </div>
    </div>
  )
}

interface Chosen extends DesignChoices {
  description: string
  transparent?: boolean | undefined
}

/** The form filled from a design or request; with its words alone if this version's catalogue lacks one of the choices. */
function fillChoices(choices: Choices, { sizeDetail, placementDetail, transparent = false, ...chosen }: Chosen): Choices {
  const filled = { ...chosen, sizeDetail: sizeDetail ?? '', placementDetail: placementDetail ?? '', transparent }
  return readChoices(filled) ?? { ...choices, description: chosen.description }
}

function ownWords(draft: Draft, next: Draft): Draft | null {
  const words = draft.choices.description.trim()
  return words !== '' && words !== next.choices.description.trim() ? draft : null
}

export function getParent(token: string, designId: string, signal: AbortSignal): Promise<Parent> {
  return request(generatorPaths.parent(encodeURIComponent(designId)), Parent, { token, signal })
}
