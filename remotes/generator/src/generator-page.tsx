import { GenerationRequest } from '@encre/generator-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toDrawing, toRequest } from './choices.ts'
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
  const [choices, change] = useDraft(member.id)
  const [reference, setReference] = useState<Reference | null>(null)
  const [wasIncomplete, setWasIncomplete] = useState(false)
  const { making, stop, results, freshId, options, generate, cancel } = useGenerations(shell)
  const form = useRef<HTMLFormElement>(null)
  const bench = useRef<HTMLElement>(null)
  const focused = useRef<Element | null>(null)
  const isMaking = making !== null

  // What was clicked or typed in is disabled meanwhile and loses the focus: it gets it back, unless the member went elsewhere.
  useEffect(() => {
    if (isMaking || document.activeElement !== document.body) return
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
  }, [isMaking])

  const isBlank = choices.description.trim() === ''
  const referencesSupported = options?.references ?? true
  const offersTransparent = options?.transparent ?? true

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMaking) return
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
    focused.current = document.activeElement
    void generate(request, file)
    // On a phone the preview is under the form. Where both are seen, nothing moves.
    const isBelow = (bench.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2
    if (isBelow) bench.current?.scrollIntoView({ block: 'start' })
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
          disabled={isMaking}
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
          <Button type="submit" variant="primary" disabled={isBlank || isMaking}>
            {isMaking ? messages.generating : messages.generate}
          </Button>
          {options && (
            <p className={styles.quota}>
              {quotaLeft(options.quota.left)}
              {options.quota.left === 0 && `. ${quotaResets(options.quota.resetsAt)}.`}
            </p>
          )}
        </div>
      </form>
      <section ref={bench} className={styles.bench} aria-label={messages.preview}>
        <div className={styles.sticky}>
          <Preview making={making} results={results} freshId={freshId} drawing={toDrawing(choices)} onCancel={() => void cancel()} />
        </div>
      </section>
    </div>
  )
}
