import type { GenerationRequest } from '@encre/generator-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { Button } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { type MouseEvent, type SubmitEvent, Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readDraft, toDesignChoices, withIdea, writeDraft } from './choices.ts'
import { useGenerations } from './generation/use-generations.ts'
import styles from './generator-page.module.css'
import { generatorPath, historyPath, readStart } from './generator-path.ts'
import { type Change, choose, noteOf, openForm, setReference, submissionOf, submit, surprise, vary, viewOf } from './generator-state.ts'
import { exampleSubjects, messages, quotaLeft, quotaResets, variantsCost } from './messages.ts'
import { EarlierStrip, Preview, preloadPreview } from './preview/preview.tsx'
import { CustomiseStep, Options, StyleStep } from './steps/choice-steps.tsx'
import { PromptStep } from './steps/prompt-step.tsx'
import { ReferenceStep } from './steps/reference-step.tsx'
import steps from './steps/steps.module.css'
import words from './text.module.css'
import { revealOnce, usePageFocus } from './use-page-focus.ts'

const [StartNote] = lazyPart(async () => (await import(/* webpackChunkName: "later" */ './start/start-note.tsx')).StartNote)
const [StopNote] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './steps/stop-note.tsx')).StopNote,
  () => <p role="alert">{messages.stopped}</p>,
)

export function GeneratorPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.pageTitle)
  const [state, change] = useGeneratorState(member.id, shell.path)
  const { draft, filled } = state
  const { choices } = draft
  // A filled form comes back after sign-in. The address that filled it would overwrite it, so sign-in returns to the plain path.
  const isFilled = filled?.path === shell.path
  const page = useMemo(() => (isFilled ? { ...shell, path: generatorPath } : shell), [shell, isFilled])
  const start = isFilled ? null : readStart(shell.path)
  const { generate, cancel, ...generations } = useGenerations(page, member.id)
  const { pending, slots, stop, results, freshId, options } = generations
  const { formRef, titleRef, sheetRef, toTitle, toTop, toField, toSheet, toSheetForNow, showSheet } = usePageFocus(pending.length, stop)
  const view = viewOf(state, generations)
  const isPending = pending.length > 0
  const note = noteOf(generations)

  function handleVary(event: MouseEvent, designId: string) {
    if (draft.parent?.id === designId) event.preventDefault()
    change(vary(designId))
    toTop()
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const submission = submissionOf(state, view)
    if (!submission) return
    // A field that is missing may be in a closed step.
    flushSync(() => change(submit(submission, view)))
    if (submission.missing) toField(submission.missing)
    else send(submission.request, submission.file, submission.variants)
  }

  function send(request: GenerationRequest, file: File | null, variants: number) {
    toSheetForNow()
    void generate(request, file, variants)
  }

  function handleCancel(key: string) {
    toSheet()
    void cancel(key)
  }

  const sheet = { pending, slots, results, freshId, onCancel: handleCancel, onVary: handleVary, offersRetouch: view.offersReferences }
  return (
    <div className={styles.page}>
      <form ref={formRef} className={styles.form} onSubmit={handleSubmit} onFocus={preloadPreview} noValidate>
        <h1 ref={titleRef} tabIndex={-1}>
          {messages.title}
        </h1>
        {(start || draft.parent || filled) && (
          <div className={styles.start}>
            <Suspense fallback={null}>
              <StartNote
                shell={page}
                start={start}
                draft={draft}
                filled={filled}
                isParentGone={view.isParentGone}
                change={change}
                focusTitle={toTitle}
              />
            </Suspense>
          </div>
        )}
        <StyleStep value={choices.style} onChange={(style) => change(choose({ style }))} onSurprise={() => change(surprise(Math.random))} />
        <CustomiseStep choices={choices} onChange={(part) => change(choose(part))} showMissing={state.wasIncomplete} />
        <ReferenceStep
          reference={view.reference}
          onChange={(reference) => change(setReference(reference))}
          isReading={state.isReading}
          onReading={(isReading) => change((now) => ({ ...now, isReading }))}
          supported={view.offersReferences}
        />
        <PromptStep
          value={choices.description}
          examples={exampleSubjects[choices.style]}
          onChange={(description) => change(choose({ description }))}
          disabled={isPending}
          error={
            state.wasIncomplete && view.isBlank ? (
              <p className={steps.error} role="alert" lang="en">
                {messages.describeMissing}
              </p>
            ) : (
              note && (
                <Suspense fallback={null}>
                  <StopNote
                    ref={note.kind === 'cancelled' ? null : revealOnce}
                    stop={note}
                    slots={slots}
                    onStartAgain={(request) => send(request, null, 1)}
                  />
                </Suspense>
              )
            )
          }
        >
          <Options
            choices={choices}
            onChange={(part) => change(choose(part))}
            offersTransparent={view.offersTransparent}
            offersSizes={view.offersSizes}
            variants={view.variants}
            mostVariants={options?.quota.left ?? 4}
            onVariants={(variants) => change((now) => ({ ...now, variants }))}
          />
        </PromptStep>
        <div className={styles.send}>
          <Button type="submit" variant="primary" disabled={view.isBlank || view.isBusy}>
            {isPending ? messages.generating : messages.generate}
          </Button>
          {(isPending || slots.length > 0 || results.length > 0) && (
            <Button className={styles.toPreview} onClick={showSheet}>
              {messages.preview}
            </Button>
          )}
          <p className={words.soft}>
            {view.isBlank && !isPending && <strong>{messages.describe}</strong>}{' '}
            <span>
              {options && (view.variants > 1 ? variantsCost(view.variants, options.quota.left) : quotaLeft(options.quota.left))}
              {options?.quota.left === 0 && `. ${quotaResets(options.quota.resetsAt)}.`}
            </span>
          </p>
        </div>
        <p className={words.soft}>
          <a href={historyPath}>{messages.history}</a>
        </p>
      </form>
      <section aria-label={messages.preview}>
        <Preview {...sheet} chosen={toDesignChoices(choices)} sheetRef={sheetRef} />
      </section>
      {results.length > 0 && <EarlierStrip {...sheet} />}
    </div>
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
