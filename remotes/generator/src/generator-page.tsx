import type { GenerationRequest, Parent } from '@encre/generator-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { lazyPart } from '@encre/remote-kit/lazy-part'
import { usePageTitle } from '@encre/remote-kit/use-page-title'
import { Button } from '@encre/ui/button'
import { type MouseEvent, type SubmitEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type Choices, toDesignOptions, toRequest } from './choices.ts'
import { useGenerations } from './generation/use-generations.ts'
import styles from './generator-page.module.css'
import { generatorPath } from './generator-path.ts'
import { exampleSubjects, messages, quotaLeft, quotaResets, variantsCost } from './messages.ts'
import { Preview, preloadPreview } from './preview/preview.tsx'
import type { Filled } from './start/filled.ts'
import { historyPath, readStart, variationPath } from './start/read-start.ts'
import { CustomiseStep } from './steps/customise-step.tsx'
import { PromptStep } from './steps/prompt-step.tsx'
import type { Reference } from './steps/reference-file.ts'
import { ReferenceStep } from './steps/reference-step.tsx'
import { StyleStep } from './steps/style-step.tsx'
import { VariantsField } from './steps/variants-field.tsx'
import { type Draft, useDraft } from './use-draft.ts'

const [StartNote] = lazyPart(async () => (await import(/* webpackChunkName: "later" */ './start/start-note.tsx')).StartNote)
const [StopNote] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './steps/stop-note.tsx')).StopNote,
  () => <p role="alert">{messages.stopped}</p>,
)

export function GeneratorPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.pageTitle)
  const [draft, changeDraft] = useDraft(member.id)
  const { choices } = draft
  const [filled, setFilled] = useState<Filled | null>(null)
  const [parent, setParent] = useState<Parent | null>(null)
  const [reference, setReference] = useState<Reference | null>(null)
  const [isReading, setReading] = useState(false)
  const [variants, setVariants] = useState(1)
  const [wasIncomplete, setWasIncomplete] = useState(false)
  // Once the form is filled, sign-in leads back to it and not to the address that would fill it again.
  const isFilled = filled?.path === shell.path
  const page = useMemo(() => (isFilled ? { ...shell, path: generatorPath } : shell), [shell, isFilled])
  const start = isFilled ? null : readStart(shell.path)
  const { pending, slots, stop, results, freshId, options, generate, cancel } = useGenerations(page, member.id)
  const form = useRef<HTMLFormElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const focusedOnSubmit = useRef<HTMLElement | null>(null)
  const countBefore = useRef(0)
  const pendingCount = pending.length
  const isPending = pendingCount > 0

  // A focused 'Annuler' goes with its generation.
  useEffect(() => {
    const isGone = pendingCount < countBefore.current && document.activeElement === document.body
    countBefore.current = pendingCount
    if (isGone) sheet.current?.focus({ preventScroll: true })
  }, [pendingCount])

  // While a generation is pending, the description and Générer are disabled and the sheet has the focus. After a failure the focus goes back,
  // unless the member moved on.
  useEffect(() => {
    const { activeElement } = document
    // A generation that was found running disables the field in which the member types.
    if (isPending && activeElement instanceof HTMLElement && activeElement.matches('form :disabled')) {
      focusedOnSubmit.current = activeElement
      sheet.current?.focus({ preventScroll: true })
    }
    if (!focusedOnSubmit.current) return
    if (isPending) return revealSheet(sheet.current)
    if (stop && isFocusLost(sheet.current)) focusField(form.current, focusedOnSubmit.current)
    focusedOnSubmit.current = null
  }, [isPending, stop])

  const left = options?.quota.left
  const isUsedUp = left === 0
  const count = Math.min(variants, Math.max(1, left ?? variants))
  const stopped = slots.filter(({ end }) => end && end.kind !== 'result' && end.kind !== 'cancelled').length
  const isParentGone = parent !== null && stop?.kind === 'failed' && ['not-found', 'unknown-reference'].includes(stop.code)
  // What is sent is what the page shows: a parent that could not be read is not sent.
  const shownParent = draft.parent?.id === parent?.id && !isParentGone ? parent : null
  const isBlank = choices.description.trim() === ''
  const referencesSupported = options?.references ?? true
  const offersTransparent = options?.transparent ?? true
  const designReference =
    shownParent && draft.parent?.asReference ? { name: shownParent.subject, dataUrl: `${shownParent.imageUrl}&w=512` } : null

  function change(part: Partial<Choices>) {
    changeDraft({ choices: { ...choices, ...part } })
  }

  function handleReference(file: Reference | null) {
    setReference(file)
    changeDraft((draft) => ({ parent: draft.parent && { ...draft.parent, asReference: false } }))
  }

  function handleFill(next: Draft, how: Filled, nextParent: Parent | null) {
    changeDraft(next)
    setFilled(how)
    setParent(nextParent)
    setReference(null)
  }

  /** The shell changes nothing for a link to the address that has filled the form before. */
  function handleVary(event: MouseEvent, designId: string) {
    if (draft.parent?.id === designId) {
      event.preventDefault()
      changeDraft({ parent: { id: designId, asReference: true } })
    } else if (filled?.path === variationPath(designId)) setFilled(null)
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending || isReading || isUsedUp) return
    const request = {
      ...toRequest(choices, { offersTransparent }),
      ...(shownParent && { parentId: shownParent.id }),
      ...(designReference && !reference && referencesSupported && { parentAsReference: true }),
    }
    const missing =
      request.sizeDetail === '' ? 'sizeDetail' : request.placementDetail === '' ? 'placementDetail' : isBlank ? 'description' : null
    setWasIncomplete(missing !== null)
    if (missing) {
      form.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
      return
    }
    if (isParentGone) changeDraft({ parent: null })
    send(request, referencesSupported ? (reference?.file ?? null) : null, count)
    setVariants(1)
  }

  function send(request: GenerationRequest, file: File | null, howMany: number) {
    if (document.activeElement instanceof HTMLElement) focusedOnSubmit.current = document.activeElement
    sheet.current?.focus({ preventScroll: true })
    void generate(request, file, howMany)
  }

  function handleCancel(key: string) {
    // The button is disabled while it waits.
    sheet.current?.focus({ preventScroll: true })
    void cancel(key)
  }

  return (
    <div className={styles.page}>
      <form ref={form} className={styles.form} onSubmit={handleSubmit} onFocus={preloadPreview} noValidate>
        <h1 className={styles.title} tabIndex={-1}>
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
                isParentGone={isParentGone}
                onFill={handleFill}
                onParent={setParent}
                onChange={changeDraft}
                onSkip={() => shell.navigate(generatorPath)}
              />
            </Suspense>
          </div>
        )}
        <StyleStep value={choices.style} onChange={(style) => change({ style })} />
        <CustomiseStep choices={choices} onChange={change} offersTransparent={offersTransparent} showMissing={wasIncomplete} />
        <ReferenceStep
          reference={reference ?? designReference}
          onChange={handleReference}
          isReading={isReading}
          onReading={setReading}
          supported={referencesSupported}
        />
        <PromptStep
          value={choices.description}
          examples={exampleSubjects[choices.style]}
          onChange={(description) => change({ description })}
          disabled={isPending}
          error={
            wasIncomplete && isBlank ? (
              <p className={styles.error} role="alert" lang="en">
                {messages.describeMissing}
              </p>
            ) : (
              stop && (
                <Suspense fallback={null}>
                  <StopNote
                    stop={stop}
                    variants={slots.length > 1 && stopped > 0 ? { stopped, total: slots.length } : null}
                    onStartAgain={(request) => send(request, null, 1)}
                  />
                </Suspense>
              )
            )
          }
        >
          <VariantsField value={count} most={left ?? 4} onChange={setVariants} />
        </PromptStep>
        <div className={styles.send}>
          <Button type="submit" variant="primary" disabled={isBlank || isPending || isReading || isUsedUp}>
            {isPending ? messages.generating : messages.generate}
          </Button>
          <p className={styles.quota}>
            {options && (count > 1 ? variantsCost(count, options.quota.left) : quotaLeft(options.quota.left))}
            {options && isUsedUp && `. ${quotaResets(options.quota.resetsAt)}.`}
          </p>
        </div>
        <p className={styles.history}>
          <a href={historyPath}>{messages.history}</a>
        </p>
      </form>
      <section className={styles.previewPanel} aria-label={messages.preview}>
        <Preview
          pending={pending}
          slots={slots}
          results={results}
          freshId={freshId}
          chosen={toDesignOptions(choices)}
          sheetRef={sheet}
          onCancel={handleCancel}
          onVary={handleVary}
        />
      </section>
    </div>
  )
}

/** Scrolls the sheet into view where it is not: below the form on a phone, above the window after scrolling in a low one. */
function revealSheet(sheet: HTMLElement | null) {
  const { top = 0, bottom = 0 } = sheet?.getBoundingClientRect() ?? {}
  const isVisible = top >= 0 && bottom <= window.innerHeight
  if (!isVisible) sheet?.scrollIntoView({ block: 'start' })
}

function isFocusLost(sheet: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement === null || sheet?.contains(activeElement) === true
}

/** Focuses the field that had the focus, or the description if that one is gone or disabled. */
function focusField(form: HTMLFormElement | null, before: HTMLElement) {
  before.focus({ preventScroll: true })
  if (document.activeElement !== before) form?.querySelector<HTMLElement>('[name="description"]')?.focus({ preventScroll: true })
}
