import type { GenerationRequest } from '@encre/generator-worker/contract'
import { generatorPath, readVariation } from '@encre/protocol/links'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { typedText } from '@encre/protocol/typed-text'
import { usePageTitle } from '@encre/remote-kit/pages'
import { isOffline, useBrowser } from '@encre/remote-kit/use-browser'
import { Button } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import {
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { readDraft, toDesignChoices, withIdea, writeDraft } from './choices.ts'
import { Columns } from './columns.tsx'
import { followedKey, readVariantIds } from './generation/follow-generation.ts'
import type { GenerationsState } from './generation/generations-state.ts'
import { useGenerations } from './generation/use-generations.ts'
import styles from './generator-page.module.css'
import {
  type Change,
  choose,
  type GeneratorState,
  type GeneratorView,
  openForm,
  setReference,
  submissionOf,
  submit,
  surprise,
  vary,
  viewOf,
} from './generator-state.ts'
import { asksForLettering } from './lettering-idea.ts'
import { exampleSubjects, hasOwnWords, messages, quotaText } from './messages.ts'
import { JustHappened } from './preview/just-happened.tsx'
import sheetStyles from './preview/preview.module.css'
import { EarlierStrip, Preview, preloadPreview } from './preview/preview.tsx'
import type { StartNoteProps } from './start/start-note.tsx'
import { Counts, CustomiseStep, Options, StyleStep } from './steps/choice-steps.tsx'
import { ReferenceStep } from './steps/reference-step.tsx'
import { StepTitle } from './steps/step.tsx'
import steps from './steps/steps.module.css'
import { WordsField } from './steps/words-field.tsx'
import words from './text.module.css'
import { usePageFocus } from './use-page-focus.ts'

const [StartNote] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './start/start-note.tsx')).StartNote,
)

export function GeneratorPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.pageTitle)
  const [state, change] = useGeneratorState(member.id, shell.path)
  const { draft, filled } = state
  const isFilled = filled?.path === shell.path
  // A filled form comes back after sign-in. The address that filled it would overwrite it, so
  // sign-in returns to the plain path.
  const page = useMemo(
    () => (isFilled ? { ...shell, path: generatorPath } : shell),
    [shell, isFilled],
  )
  const { generate, cancel, ...generations } = useGenerations(page, member.id)
  const { pending, slots, results } = generations
  const focus = usePageFocus(pending.length, generations.stop)
  const view = viewOf(state, generations)
  // The page opens with something for the sheet, now or once the list is read.
  const [isBack] = useState(
    () => generations.isExpected || results.length > 0 || readVariantIds().length > 0,
  )
  const isSheetFirst = isBack || slots.length > 0

  function handleVary(event: MouseEvent, designId: string) {
    if (draft.parent?.id === designId) event.preventDefault()
    change(vary(designId))
    focus.toTop()
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const submission = submissionOf(state, view)
    if (!submission) return
    // A field that is missing may be in a closed step.
    flushSync(() => change(submit(submission, view)))
    if (submission.missing) focus.toField(submission.missing)
    else send(submission.request, submission.file, submission.variants)
  }

  function send(request: GenerationRequest, file: File | null, variants: number) {
    focus.toSheetForNow()
    void generate(request, file, variants)
  }

  const sheet = {
    pending,
    slots,
    results,
    freshId: generations.freshId,
    onCancel(key: string) {
      focus.toSheet()
      void cancel(key)
    },
    onStartAgain: (request: GenerationRequest) => send(request, null, 1),
    onVary: handleVary,
    offersRetouch: view.offersReferences,
  }
  return (
    <Columns
      title={messages.title}
      focus={focus}
      onSubmit={handleSubmit}
      onFocus={preloadPreview}
      label={messages.preview}
      sheetClass={sheetStyles.sheet}
      sheet={
        <>
          <JustHappened generations={generations} onStartAgain={sheet.onStartAgain} />
          <Preview
            {...sheet}
            chosen={toDesignChoices(draft.choices)}
            hint={emptyHint(member, generations)}
          />
        </>
      }
      isSheetFirst={isSheetFirst}
      after={results.length > 0 && <EarlierStrip {...sheet} />}
    >
      <Start {...{ state, view, change }} shell={page} focusTitle={focus.toTitle} />
      <Steps {...{ state, view, generations, change, isSheetFirst }} />
    </Columns>
  )
}

/** The build's skeleton knows only what the tab stores: that a design is on its way. */
function emptyHint({ id }: Member, { isExpected }: GenerationsState): ReactNode {
  if (id === '') {
    return (
      <span hidden data-while={followedKey}>
        {messages.during}
      </span>
    )
  }
  return isExpected ? messages.during : messages.before
}

/** What the form starts from: a design to vary, an idea of the address, or nothing. */
function Start(props: Omit<StartNoteProps, 'start'>) {
  const { draft, filled } = props.state
  const start = readVariation(props.shell.path)
  if (!start && !draft.parent && !filled) return null
  return (
    <div className={styles.start}>
      <Suspense fallback={null}>
        <StartNote {...props} start={start} />
      </Suspense>
    </div>
  )
}

interface StepsProps {
  state: GeneratorState
  view: GeneratorView
  generations: GenerationsState
  change: (change: Change) => void
  isSheetFirst: boolean
}

/** The four numbered steps. */
function Steps(props: StepsProps) {
  const { state, view, generations, change, isSheetFirst } = props
  const { choices } = state.draft
  const { options } = generations
  return (
    <>
      <StyleStep
        value={choices.style}
        isBelowSheet={isSheetFirst}
        onChange={(style) => change(choose({ style }))}
        onSurprise={() => change(surprise(Math.random))}
      />
      <div className={steps.pair}>
        <CustomiseStep
          choices={choices}
          onChange={(part) => change(choose(part))}
          showMissing={state.wasIncomplete}
        />
        <ReferenceStep
          reference={view.reference}
          onChange={(reference) => change(setReference(reference))}
          isReading={state.isReading}
          onReading={(isReading) => change((now) => ({ ...now, isReading }))}
          supported={view.offersReferences}
        />
      </div>
      <IdeaStep {...props} />
      <p className={`${steps.last} ${words.soft}`}>
        <QuotaLine text={options && quotaText(options.quota, view.variants)} />
        <span>
          <OtherWay idea={choices.description} />
        </span>
      </p>
    </>
  )
}

function IdeaStep({ state, view, generations, change, isSheetFirst }: StepsProps) {
  const { choices } = state.draft
  const { pending, results, options } = generations
  const isPending = pending.length > 0
  const isMissing = state.wasIncomplete && view.isBlank
  const isDrawn = results[0]?.request.description === typedText(choices.description).trim()
  const describe = (description: string) => change(choose({ description }))
  const counts = (
    <Counts
      value={view.variants}
      most={options?.quota.left ?? 4}
      onChange={(variants) => change((now) => ({ ...now, variants }))}
    />
  )
  return (
    <WordsField
      legend={<StepTitle number={4} title={messages.describe} />}
      label={messages.describe}
      hint={messages.describeHint}
      value={choices.description}
      onChange={describe}
      disabled={isPending}
      isInvalid={isMissing || view.isIdeaRefused}
      error={isMissing && messages.describeMissing}
      errorLang="en"
      submit={
        <>
          <Button
            type="submit"
            variant={isDrawn ? 'secondary' : 'primary'}
            className={isDrawn ? '' : steps.generate}
            disabled={view.isBlank || view.isBusy}
          >
            {isPending ? messages.generating : messages.generate}
          </Button>
          {!isSheetFirst && counts}
        </>
      }
      examples={hasOwnWords(choices.description) ? [] : exampleSubjects[choices.style]}
      examplesLabel={messages.examples}
    >
      <div className={steps.options}>
        {isSheetFirst && counts}
        <Options
          choices={choices}
          onChange={(part) => change(choose(part))}
          offersTransparent={view.offersTransparent}
          offersSizes={view.offersSizes}
        />
      </div>
    </WordsField>
  )
}

function QuotaLine({ text }: { text: ReactNode }) {
  const offline = useBrowser(isOffline)
  return offline ? <span role="status">{messages.offline}</span> : <span>{text}</span>
}

/** What this idea needs, or anybody's drawing, is not drawn here. */
function OtherWay({ idea }: { idea: string }) {
  if (asksForLettering(idea)) {
    return (
      <>
        {messages.asksForWords} <a href="/lettrage">{messages.setWords}</a>
      </>
    )
  }
  return (
    <>
      {messages.ownDrawing} <a href="/calque">{messages.makeStencil}</a>
    </>
  )
}

function useGeneratorState(memberId: string, path: string) {
  const [state, setState] = useState(() => openForm(withIdea(readDraft(memberId), path)))
  const newest = useRef(state)

  function handleChange(change: Change) {
    const before = newest.current
    newest.current = change(before)
    setState(newest.current)
    if (newest.current.draft !== before.draft) writeDraft(memberId, newest.current.draft)
  }
  return [state, handleChange] as const
}
