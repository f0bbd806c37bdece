import type { Parent } from '@encre/generator-worker/contract'
import { descriptionLimit } from '@encre/protocol/catalogue'
import type { Design } from '@encre/protocol/design'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { usePageTitle } from '@encre/remote-kit/pages'
import { withToken } from '@encre/remote-kit/session'
import { useQuery } from '@encre/remote-kit/use-query'
import { Button, ButtonLink } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { type CSSProperties, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useGenerations } from '../generation/use-generations.ts'
import pageStyles from '../generator-page.module.css'
import { generatorPath, retouchPath } from '../generator-path.ts'
import { messages, quotaLeft, quotaResets } from '../messages.ts'
import { Shortcomings } from '../preview/design-words.tsx'
import { InProgress } from '../preview/in-progress.tsx'
import { getParent } from '../start/start-note.tsx'
import { failureText } from '../steps/failure-text.ts'
import { Examples } from '../steps/prompt-step.tsx'
import promptStyles from '../steps/steps.module.css'
import { StopNote } from '../steps/stop-note.tsx'
import wordStyles from '../text.module.css'
import { revealOnce, usePageFocus } from '../use-page-focus.ts'
import { createMask, emptyRegion, type Region } from './region.ts'
import { RegionField } from './region-field.tsx'
import styles from './retouch.module.css'
import { starters, retouchMessages as text } from './retouch-messages.ts'
import { type RetouchSubmission, submissionOf, wordsKey } from './retouch-state.ts'

export function RetouchPage({ shell, member, designId }: { shell: ShellApi; member: Member; designId: string }) {
  usePageTitle(shell, text.title)
  const { state, retry } = useQuery<Parent>(shell, {
    key: designId,
    read: (signal) => withToken(shell, (token) => getParent(token, designId, signal)),
    failureMessage: 'the design to retouch could not be read',
  })
  const { generate, cancel, pending, slots, stop, results, options } = useGenerations(shell, member.id)
  const { formRef, titleRef, sheetRef, toField, toSheet, toSheetForNow, toTitle } = usePageFocus(pending.length, stop)
  const [words, setWords] = useState(() => readTabText(wordsKey(designId)) ?? '')
  const [place, setPlace] = useState<'everywhere' | 'here'>('everywhere')
  const [region, setRegion] = useState(emptyRegion)
  const [missing, setMissing] = useState<RetouchSubmission['missing'] | 'mask'>(null)
  const [dismissedId, setDismissedId] = useState<string | null>(null)
  const size = useRef({ width: 0, height: 0 })
  const mask = useRef<{ region: Region; file: File } | null>(null)
  const left = options?.quota.left
  const [current] = pending
  const result = results.find(({ request }) => request.retouch && request.parentId === designId)
  const shown = !current && result?.design && result.id !== dismissedId ? result.design : null

  // The shell moves the focus to the title of another page, but the code of this one may arrive later.
  const focusTitle = useEffectEvent(toTitle)
  useEffect(() => focusTitle(), [])

  function handleWords(next: string) {
    setWords(next)
    saveTabText(wordsKey(designId), next)
  }

  function handleCancel(key: string) {
    toSheet()
    void cancel(key)
  }

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.status !== 'loaded' || current || left === 0) return
    const submission = submissionOf(state.value, words, place === 'here' ? region : null)
    setMissing(submission.missing)
    if (submission.missing === 'words') toField('description')
    if (submission.missing) return
    toSheetForNow()
    // The same file for the same region: its upload and its idempotency key are used again.
    if (place === 'here' && mask.current?.region !== region) {
      const file = await createMask(region, size.current).catch(() => null)
      if (!file) return setMissing('mask')
      mask.current = { region, file }
    }
    void generate(submission.request, place === 'here' ? (mask.current?.file ?? null) : null)
  }

  function handleSize(loaded: { width: number; height: number }) {
    size.current = loaded
  }

  function handlePlace(next: 'everywhere' | 'here') {
    setPlace(next)
    setMissing(null)
    if (result) setDismissedId(result.id)
  }

  const title = (
    <h1 ref={titleRef} tabIndex={-1}>
      {text.title}
    </h1>
  )
  const unsupported = options?.references === false
  if (state.status !== 'loaded' || unsupported) {
    return (
      <div className={`${pageStyles.form} ${styles.form}`}>
        {title}
        {unsupported && <Notice kind="error" title={text.unsupported} />}
        {!unsupported && state.status === 'loading' && <div role="status">{text.loading}</div>}
        {!unsupported && state.status === 'failed' && (
          <>
            <Notice kind="error" title={failureText(state.code).reason?.text ?? text.unexpected} />
            {state.code !== 'not-found' && <Button onClick={retry}>{text.retry}</Button>}
          </>
        )}
        <ButtonLink href={generatorPath}>{text.back}</ButtonLink>
      </div>
    )
  }
  const parent = state.value
  return (
    <div className={pageStyles.page}>
      <form ref={formRef} className={`${pageStyles.form} ${styles.form}`} onSubmit={handleSubmit} noValidate>
        {title}
        <a className={styles.design} href={`/gallery/${encodeURIComponent(parent.id)}`}>
          <img src={`${parent.imageUrl}&w=512`} alt="" width={64} height={64} />
          {typesetSubject(text.design(parent.number, parent.subject))}
        </a>
        <div className={promptStyles.prompt}>
          <label className={wordStyles.strong} htmlFor="retouch-words">
            {typeset(text.what)}
          </label>
          <textarea
            id="retouch-words"
            name="description"
            rows={3}
            placeholder={text.whatHint}
            maxLength={descriptionLimit}
            value={words}
            disabled={current !== undefined}
            aria-invalid={missing === 'words' || undefined}
            onChange={(event) => handleWords(event.target.value)}
          />
          <Examples label={text.starters} examples={starters} disabled={current !== undefined} onChoose={handleWords} />
          {stop && <StopNote ref={revealOnce} stop={stop} slots={slots} onStartAgain={(request) => void generate(request, null)} />}
        </div>
        <SegmentedControl
          label={typeset(text.where)}
          choices={[
            ['everywhere', text.everywhere],
            ['here', text.here],
          ]}
          value={place}
          onChange={handlePlace}
        />
        {missing && (
          <div className={pageStyles.error} role="alert">
            {{ words: text.whatMissing, region: text.regionMissing, mask: text.maskFailed }[missing]}
          </div>
        )}
        <div className={wordStyles.soft}>{typeset(text.kept)}</div>
        <div className={`${pageStyles.send} ${styles.send}`}>
          <Button type="submit" variant="primary" disabled={current !== undefined || left === 0}>
            {current ? text.submitting : text.submit}
          </Button>
          <p className={wordStyles.soft}>
            {options && quotaLeft(options.quota.left)}
            {options && left === 0 && `. ${quotaResets(options.quota.resetsAt)}.`}
          </p>
        </div>
      </form>
      <section aria-label={text.preview}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
        <div ref={sheetRef} className={styles.sheet} role="group" aria-label={messages.sheet} tabIndex={-1}>
          {current && <InProgress key={current.key} pending={current} onCancel={() => handleCancel(current.key)} />}
          {!current && !shown && place === 'everywhere' && <img className={styles.whole} src={parent.imageUrl} alt={parent.subject} />}
          {!current && !shown && place === 'here' && (
            <RegionField image={parent} region={region} onChange={setRegion} onSize={handleSize} />
          )}
          {shown && result && (
            <>
              <BeforeAfter key={shown.id} before={parent} after={shown} />
              <p className={wordStyles.strong}>{typesetSubject(shown.subject)}</p>
              <Shortcomings generation={result} />
              <nav className={styles.actions} aria-label={text.after}>
                <ButtonLink href={`/gallery/${encodeURIComponent(shown.id)}`}>{text.atelier}</ButtonLink>
                <ButtonLink href={retouchPath(shown.id)} onClick={toTitle}>
                  {text.again}
                </ButtonLink>
                <Button onClick={() => setDismissedId(shown.id)}>{text.original}</Button>
              </nav>
            </>
          )}
        </div>
      </section>
    </div>
  )
}

function BeforeAfter({ before, after }: { before: { imageUrl: string }; after: Design }) {
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
