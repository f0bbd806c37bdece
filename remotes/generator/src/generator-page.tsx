import { GenerationRequest } from '@encre/generator-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/use-page-title'
import { Button } from '@encre/ui/button'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toDesignOptions, toRequest } from './choices.ts'
import { useGenerations } from './generation/use-generations.ts'
import styles from './generator-page.module.css'
import { messages, quotaLeft, quotaResets } from './messages.ts'
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
  const { phase, pending, stop, results, freshId, options, generate, cancel } = useGenerations(shell, member.id)
  const form = useRef<HTMLFormElement>(null)
  const previewPanel = useRef<HTMLElement>(null)
  const focusedOnSubmit = useRef<Element | null>(null)
  const isPending = pending !== null

  // The focused input is disabled while a generation is pending, and loses the focus. It gets it back, unless the member moved on.
  useEffect(() => {
    if (isPending || document.activeElement !== document.body) return
    if (focusedOnSubmit.current instanceof HTMLElement) focusedOnSubmit.current.focus({ preventScroll: true })
  }, [isPending])

  const isBlank = choices.description.trim() === ''
  const referencesSupported = options?.references ?? true
  const offersTransparent = options?.transparent ?? true

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
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
    focusedOnSubmit.current = document.activeElement
    void generate(request, file)
    // On a phone the preview panel is below the form. Where both are in view, nothing scrolls.
    const isBelow = (previewPanel.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2
    if (isBelow) previewPanel.current?.scrollIntoView({ block: 'start' })
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
          <Button type="submit" variant="primary" disabled={isBlank || isPending}>
            {isPending ? messages.generating : messages.generate}
          </Button>
          {options && (
            <p className={styles.quota}>
              {quotaLeft(options.quota.left)}
              {options.quota.left === 0 && `. ${quotaResets(options.quota.resetsAt)}.`}
            </p>
          )}
        </div>
      </form>
      <section ref={previewPanel} className={styles.previewPanel} aria-label={messages.preview}>
        <div className={styles.sticky}>
          <Preview
            pending={pending}
            isCancelling={phase === 'cancelling'}
            results={results}
            freshId={freshId}
            chosen={toDesignOptions(choices)}
            onCancel={() => void cancel()}
          />
        </div>
      </section>
    </div>
  )
}
