import { FailedGenerationPage, type Generation, generatorPaths } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { Button, ButtonLink } from '@encre/ui/button'
import { LoadFailure } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { describeWithLength } from '../choices.ts'
import { generatorPath } from '../generator-path.ts'
import { historyMessages as text } from '../later-messages.ts'
import { failureText } from '../steps/failure-text.ts'
import { StopText } from '../steps/stop-note.tsx'
import words from '../text.module.css'
import styles from './history-page.module.css'

export function HistoryPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, text.title)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [later, setLater] = useState<FailedGenerationPage[]>([])
  const [isReading, setReading] = useState(false)
  const [moreFailure, setMoreFailure] = useState<string | null>(null)
  const { state, retry } = useQuery(shell, {
    key: 'failed generations',
    read: (signal) => withToken(shell, (token) => listFailedGenerations(token, null, signal)),
    failureMessage: 'the failed generations could not be read',
  })

  // The shell moves the focus to the title of another page, but the code of this one may arrive later.
  useEffect(() => {
    heading.current?.focus()
  }, [])

  const pages = state.status === 'loaded' ? [state.value, ...later] : []
  const generations = pages.flatMap((page) => page.generations)
  const next = pages.at(-1)?.next ?? null
  const failure = state.status === 'failed' ? state.code : moreFailure

  async function handleMore() {
    setReading(true)
    setMoreFailure(null)
    try {
      const page = await withToken(shell, (token) => listFailedGenerations(token, next))
      const first = generations.length
      flushSync(() => setLater([...later, page]))
      // The button may be gone with this page: the focus moves on to the first entry that came.
      list.current?.children[first]?.querySelector('a')?.focus()
    } catch (error) {
      setMoreFailure(reportFailure(shell, error, 'more failed generations could not be read'))
    } finally {
      setReading(false)
    }
  }

  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {text.title}
      </h1>
      <p className={words.soft}>{typeset(text.hint)}</p>
      {state.status === 'loading' && (
        <p className={words.soft} role="status">
          {text.loading}
        </p>
      )}
      {state.status === 'loaded' && generations.length === 0 && <p>{text.empty}</p>}
      {generations.length > 0 && (
        <ol ref={list} className={styles.list}>
          {generations.map((generation: Generation) => (
            <li key={generation.id}>
              <FailedGeneration generation={generation} />
            </li>
          ))}
        </ol>
      )}
      {failure !== null && (
        <LoadFailure
          title={text.loadFailed}
          reason={failureText(failure).reason?.text}
          retry={text.retry}
          onRetry={state.status === 'failed' ? retry : handleMore}
        />
      )}
      {next !== null && moreFailure === null && (
        <Button onClick={handleMore} disabled={isReading}>
          {isReading ? text.loading : text.more}
        </Button>
      )}
      <p>
        <ButtonLink href={generatorPath}>{text.back}</ButtonLink>
      </p>
    </div>
  )
}

function FailedGeneration({ generation }: { generation: Generation }) {
  const { id, state, request, createdAt, problem, requestId, counted } = generation
  return (
    <article className={styles.entry}>
      <h2 className={styles.subject}>{typesetSubject(request.description)}</h2>
      <p className={words.soft}>
        {describeWithLength(request)} · <time dateTime={createdAt}>{text.date(createdAt)}</time>
      </p>
      <div className={styles.reason}>
        <StopText
          stop={
            state === 'interrupted'
              ? { kind: 'interrupted', generation }
              : { kind: 'failed', code: problem ?? 'internal', requestId, counted }
          }
        />
      </div>
      {request.referenceId !== null && <p className={words.soft}>{typeset(text.lostReference)}</p>}
      <ButtonLink href={`${generatorPath}?${new URLSearchParams({ retry: id })}`} aria-label={typeset(text.retryOf(request.description))}>
        {text.retry}
      </ButtonLink>
    </article>
  )
}

function listFailedGenerations(token: string, cursor: string | null, signal?: AbortSignal): Promise<FailedGenerationPage> {
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : ''
  return request(`${generatorPaths.failedGenerations}${query}`, FailedGenerationPage, { token, signal })
}
