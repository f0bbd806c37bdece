import { GenerationRequest } from '@encre/generator-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/use-page-title'
import { Button } from '@encre/ui/button'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toDesignOptions, toRequest } from './choices.ts'
import { useGenerations } from './generation/use-generations.ts'
import styles from './generator-page.module.css'
import { exampleSubjects, messages, quotaLeft, quotaResets } from './messages.ts'
import { Preview } from './preview/preview.tsx'
import { CustomiseStep } from './steps/customise-step.tsx'
import { PromptStep } from './steps/prompt-step.tsx'
import type { Reference } from './steps/reference-file.ts'
import { ReferenceStep } from './steps/reference-step.tsx'
import { StopNote } from './steps/stop-note.tsx'
import { StyleStep } from './steps/style-step.tsx'
import { useDraft } from './use-draft.ts'

export function GeneratorPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.pageTitle)
  const [choices, change] = useDraft(member.id)
  const [reference, setReference] = useState<Reference | null>(null)
  const [wasIncomplete, setWasIncomplete] = useState(false)
  const { pending, stop, results, freshId, options, generate, cancel } = useGenerations(shell, member.id)
  const form = useRef<HTMLFormElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const focusedOnSubmit = useRef<HTMLElement | null>(null)
  const isPending = pending.length > 0

  // While a generation is pending the form is disabled and the sheet has the focus. After a failure it goes back, unless the member moved on.
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

  const isUsedUp = options?.quota.left === 0
  const isBlank = choices.description.trim() === ''
  const referencesSupported = options?.references ?? true
  const offersTransparent = options?.transparent ?? true

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending || isUsedUp) return
    const request = toRequest(choices, { offersTransparent })
    const missing =
      request.sizeDetail === '' ? 'sizeDetail' : request.placementDetail === '' ? 'placementDetail' : isBlank ? 'description' : null
    setWasIncomplete(missing !== null)
    if (missing) {
      form.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
      return
    }
    start(request, referencesSupported ? (reference?.file ?? null) : null)
  }

  function handleStartAgain() {
    if (stop?.kind !== 'interrupted') return
    const request = z.safeParse(GenerationRequest, stop.generation.request)
    start(request.data ?? toRequest(choices, { offersTransparent }), null)
  }

  function start(request: GenerationRequest, file: File | null) {
    if (document.activeElement instanceof HTMLElement) focusedOnSubmit.current = document.activeElement
    sheet.current?.focus({ preventScroll: true })
    void generate(request, file)
  }

  function handleCancel(key: string) {
    // The button is disabled while it waits.
    sheet.current?.focus({ preventScroll: true })
    void cancel(key)
  }

  return (
    <div className={styles.page}>
      <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
        <h1 className={styles.title}>{messages.title}</h1>
        <StyleStep value={choices.style} onChange={(style) => change({ style })} />
        <CustomiseStep choices={choices} onChange={change} offersTransparent={offersTransparent} showMissing={wasIncomplete} />
        <ReferenceStep reference={reference} onChange={setReference} supported={referencesSupported} />
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
              stop && <StopNote stop={stop} onStartAgain={handleStartAgain} />
            )
          }
        />
        <div className={styles.send}>
          <Button type="submit" variant="primary" disabled={isBlank || isPending || isUsedUp}>
            {isPending ? messages.generating : messages.generate}
          </Button>
          <p className={styles.quota}>
            {options && quotaLeft(options.quota.left)}
            {options && isUsedUp && `. ${quotaResets(options.quota.resetsAt)}.`}
          </p>
        </div>
      </form>
      <section className={styles.previewPanel} aria-label={messages.preview}>
        <Preview
          pending={pending}
          results={results}
          freshId={freshId}
          chosen={toDesignOptions(choices)}
          sheetRef={sheet}
          onCancel={handleCancel}
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
