import type { Generation, Parent } from '@encre/generator-worker/contract'
import type { Design } from '@encre/protocol/design'
import { designPath, generatorPath, retouchPath } from '@encre/protocol/links'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { usePageTitle } from '@encre/remote-kit/pages'
import { findSentence } from '@encre/remote-kit/sentences'
import { Button, ButtonLink } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import {
  type CSSProperties,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Columns } from '../columns.tsx'
import type { PendingGeneration } from '../generation/generations-state.ts'
import { useGenerations } from '../generation/use-generations.ts'
import pageStyles from '../generator-page.module.css'
import { previewMessages, startMessages } from '../later-messages.ts'
import { quotaText } from '../messages.ts'
import { Shortcomings } from '../preview/design-words.tsx'
import { InProgress } from '../preview/in-progress.tsx'
import { failureReasons } from '../steps/failure-text.ts'
import stepStyles from '../steps/steps.module.css'
import { StopNote } from '../steps/stop-note.tsx'
import { WordsField } from '../steps/words-field.tsx'
import wordStyles from '../text.module.css'
import { focusOnce, type PageFocus, revealOnce, usePageFocus } from '../use-page-focus.ts'
import { useParent } from '../use-parent.ts'
import { createMask, emptyRegion, type Region } from './region.ts'
import { RegionField } from './region-field.tsx'
import styles from './retouch.module.css'
import { starters, retouchMessages as text } from './retouch-messages.ts'
import { type RetouchSubmission, submissionOf } from './retouch-state.ts'

interface RetouchPageProps {
  shell: ShellApi
  member: Member
  designId: string
}

export function RetouchPage({ shell, member, designId }: RetouchPageProps) {
  usePageTitle(shell, text.title)
  const { state, retry } = useParent(shell, designId)
  const generations = useGenerations(shell, member.id)
  if (generations.options?.references === false) {
    return (
      <Message>
        <Notice kind="error" title={text.unsupported} />
      </Message>
    )
  }
  if (state.status === 'loading') {
    return (
      <Message>
        <div role="status">{startMessages.loading}</div>
      </Message>
    )
  }
  if (state.status === 'failed') {
    return (
      <Message>
        <Notice kind="error" title={findSentence(failureReasons, state.code)} />
        {state.code !== 'not-found' && <Button onClick={retry}>{startMessages.retry}</Button>}
      </Message>
    )
  }
  return <RetouchBench parent={state.value} generations={generations} />
}

/** The page while there is nothing to retouch. */
function Message({ children }: { children: ReactNode }) {
  return (
    <div className={pageStyles.alone}>
      <h1 ref={focusOnce} tabIndex={-1}>
        {text.title}
      </h1>
      {children}
      <ButtonLink href={generatorPath}>{text.back}</ButtonLink>
    </div>
  )
}

type Place = 'everywhere' | 'here'

interface RetouchBenchProps {
  parent: Parent
  generations: ReturnType<typeof useGenerations>
}

/** What the member types and marks, and what happens when they send it. */
function useRetouch(
  { parent, generations }: RetouchBenchProps,
  { toField, toSheetForNow }: PageFocus,
) {
  const { generate, pending, results, options } = generations
  // The words for a design survive a reload and a sign-in.
  const wordsKey = `encre.generator.retouch.${parent.id}`
  const [words, setWords] = useState(() => readTabText(wordsKey) ?? '')
  const [place, setPlace] = useState<Place>('everywhere')
  const [region, setRegion] = useState(emptyRegion)
  const [missing, setMissing] = useState<Missing>(null)
  const [dismissedId, setDismissedId] = useState<string | null>(null)
  const [size, setSize] = useState({ width: 1024, height: 1024 })
  const mask = useRef<{ region: Region; file: File } | null>(null)
  const result = results.find(({ request }) => request.retouch && request.parentId === parent.id)
  const dismiss = () => setDismissedId(result?.id ?? null)

  /** The same file for the same region: its upload and its idempotency key are used again. */
  async function findMask(): Promise<File | null> {
    if (mask.current?.region === region) return mask.current.file
    const file = await createMask(region, size).catch(() => null)
    if (file) mask.current = { region, file }
    return file
  }

  return {
    words,
    place,
    region,
    missing,
    result: result && result.id !== dismissedId ? result : null,
    setRegion,
    size,
    setSize,
    setWords(next: string) {
      setWords(next)
      saveTabText(wordsKey, next)
    },
    setPlace(next: Place) {
      setPlace(next)
      setMissing(null)
      dismiss()
    },
    dismiss,
    async send() {
      if (pending.length > 0 || options?.quota.left === 0) return
      const submission = submissionOf(parent, words, place === 'here' ? region : null)
      setMissing(submission.missing)
      if (submission.missing === 'words') toField('description')
      if (submission.missing) return
      toSheetForNow()
      const file = place === 'here' ? await findMask() : null
      if (place === 'here' && !file) setMissing('mask')
      else void generate(submission.request, file)
    },
  }
}

function RetouchBench({ parent, generations }: RetouchBenchProps) {
  const { pending, stop, cancel, options } = generations
  const [current] = pending
  const isPending = current !== undefined
  const focus = usePageFocus(pending.length, stop)
  const { toTitle, toSheet } = focus
  const retouch = useRetouch({ parent, generations }, focus)
  const { words, missing } = retouch

  // The shell moves the focus to the title of another page, but the code of this one may arrive
  // later.
  const focusTitle = useEffectEvent(toTitle)
  useEffect(() => focusTitle(), [])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void retouch.send()
  }

  return (
    <Columns
      title={text.title}
      focus={focus}
      onSubmit={handleSubmit}
      label={text.preview}
      isSheetFirst
      sheetClass={styles.sheet}
      sheet={
        <>
          {stop && (
            <StopNote
              ref={revealOnce}
              stop={stop}
              onStartAgain={(request) => void generations.generate(request, null)}
            />
          )}
          <Sheet
            parent={parent}
            current={current}
            retouch={retouch}
            onAgain={toTitle}
            onCancel={(key) => {
              toSheet()
              void cancel(key)
            }}
          />
        </>
      }
    >
      <OriginalLink {...parent} />
      <WordsField
        legend={typeset(text.what)}
        label={typeset(text.what)}
        hint={text.whatHint}
        value={words}
        onChange={retouch.setWords}
        disabled={isPending}
        isInvalid={missing === 'words'}
        error={missing && missingTexts[missing]}
        submit={
          <Button
            type="submit"
            variant="primary"
            className={stepStyles.generate}
            disabled={isPending || options?.quota.left === 0}
          >
            {isPending ? text.submitting : text.title}
          </Button>
        }
        examples={starters}
        examplesLabel={text.starters}
      />
      <p className={wordStyles.soft}>{typeset(text.kept)}</p>
      <p className={wordStyles.soft}>{options && quotaText(options.quota)}</p>
    </Columns>
  )
}

function OriginalLink({ id, imageUrl, number, subject }: Parent) {
  return (
    <a className={styles.design} href={designPath(id)}>
      <img src={`${imageUrl}&w=512`} alt="" width={64} height={64} />
      {typesetSubject(text.design(number, subject))}
    </a>
  )
}

interface SheetProps {
  parent: Parent
  current: PendingGeneration | undefined
  retouch: ReturnType<typeof useRetouch>
  onAgain: () => void
  onCancel: (key: string) => void
}

/** The design that is made, else the last one made, else the design to change. */
function Sheet({ parent, current, retouch, onAgain, onCancel }: SheetProps) {
  const { place, region, result } = retouch
  if (current) {
    const handleCancel = () => onCancel(current.key)
    return <InProgress key={current.key} pending={current} onCancel={handleCancel} />
  }
  if (result?.design) {
    return (
      <Outcome
        parent={parent}
        result={result}
        design={result.design}
        onAgain={onAgain}
        onDismiss={retouch.dismiss}
      />
    )
  }
  return (
    <>
      <SegmentedControl
        label={typeset(text.where)}
        isLabelHidden
        choices={[
          ['everywhere', text.everywhere],
          ['here', text.here],
        ]}
        value={place}
        onChange={retouch.setPlace}
      />
      {place === 'everywhere' ? (
        <img className={styles.whole} src={parent.imageUrl} alt={parent.subject} />
      ) : (
        <RegionField
          image={parent}
          region={region}
          onChange={retouch.setRegion}
          size={retouch.size}
          onSize={retouch.setSize}
        />
      )}
    </>
  )
}

type Missing = RetouchSubmission['missing'] | 'mask'

const missingTexts: Record<NonNullable<Missing>, string> = {
  words: text.whatMissing,
  region: failureReasons['mask-empty'],
  mask: text.maskFailed,
}

interface OutcomeProps {
  parent: Parent
  result: Generation
  design: Design
  onAgain: () => void
  onDismiss: () => void
}

function Outcome({ parent, result, design, onAgain, onDismiss }: OutcomeProps) {
  return (
    <>
      <BeforeAfter key={design.id} before={parent} after={design} />
      <p className={wordStyles.strong}>{typesetSubject(design.subject)}</p>
      <Shortcomings generation={result} />
      <nav className={styles.actions} aria-label={text.after}>
        <ButtonLink variant="primary" href={designPath(design.id)}>
          {previewMessages.stencil}
        </ButtonLink>
        <ButtonLink href={retouchPath(design.id)} onClick={onAgain}>
          {text.again}
        </ButtonLink>
        <Button onClick={onDismiss}>{text.original}</Button>
      </nav>
    </>
  )
}

function BeforeAfter({ before, after }: { before: Parent; after: Design }) {
  const [percent, setPercent] = useState(50)
  return (
    <div className={styles.compare} style={{ '--before': `${percent}%` } as CSSProperties}>
      <div className={styles.images}>
        <DesignImage design={after} />
        <img className={styles.before} src={before.imageUrl} alt="" />
      </div>
      <div className={`${styles.slider} ${wordStyles.soft}`}>
        <span aria-hidden="true">{text.before}</span>
        <input
          type="range"
          min="0"
          max="100"
          value={percent}
          aria-label={text.compare}
          aria-valuetext={typeset(text.compareValue(percent))}
          onChange={(event) => setPercent(event.target.valueAsNumber)}
        />
        <span aria-hidden="true">{text.after}</span>
      </div>
    </div>
  )
}
