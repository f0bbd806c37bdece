import {
  findNeighbours,
  type ListedDesign,
  listLinks,
  readDesign,
  readSettings,
} from '@encre/gallery-worker/contract'
import { isLongSubject, type SharingStop, translateSubject } from '@encre/protocol/design'
import { retouchPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { usePageTitle } from '@encre/remote-kit/pages'
import { useQuery } from '@encre/remote-kit/use-query'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import type { ComponentType } from 'react'
import { useState } from 'react'
import { type AtelierPath, atelierPath, type View } from '../../atelier-path.ts'
import { galleryPath } from '../../gallery-filter.ts'
import { findListedDesign } from '../../library/use-designs.ts'
import { messages, problemMessage } from '../../messages.ts'
import { useReadAgain } from '../../use-read-again.ts'
import { formatDate, atelierMessages as text } from '../workbench/atelier-messages.ts'
import styles from '../workbench/atelier-page.module.css'
import { Waiting } from '../workbench/workbench.tsx'
import { DesignTools, Tabs, type WordsProps } from './design-tools.tsx'

interface AtelierPageProps {
  shell: ShellApi
  path: AtelierPath
  Words?: ComponentType<WordsProps>
}

export function AtelierPage({ shell, path: { designId, view, filter }, Words }: AtelierPageProps) {
  const { state, kept, retry, news } = useOpenedDesign(shell, designId, view)
  const neighbours = useQuery(shell, {
    key: `${shell.member?.id} ${designId} ${filter}`,
    read: (signal) =>
      call(shell, findNeighbours, {
        params: { id: designId },
        query: new URLSearchParams(filter),
        signal,
      }),
    failureMessage: 'the neighbours of a design could not be read',
  }).state
  const listed = findListedDesign(shell.member?.id, designId)
  const known = state.status === 'loaded' ? state.value.design : listed
  const stopped = state.status === 'loaded' ? state.value.design.stopped : undefined
  const title = known ? typesetSubject(known.subject) : text.title
  usePageTitle(shell, title)
  const { previous, next } =
    neighbours.status === 'loaded' ? neighbours.value : { previous: null, next: null }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={`${styles.way} ${styles.back}`} href={galleryPath(filter)}>
          ← {text.back}
        </a>
        <h1
          className={styles.title}
          data-long={isLongSubject(title) || undefined}
          translate={known ? translateSubject(known) : undefined}
          tabIndex={-1}
        >
          {title}
        </h1>
        <nav className={styles.ways} aria-label={text.pages}>
          <a className={styles.way} href={retouchPath(designId)}>
            {messages.retouch}
          </a>
          <Way to="prev" href={previous && atelierPath(previous, filter, view)} />
          <Way to="next" href={next && atelierPath(next, filter, view)} />
        </nav>
      </header>
      {stopped && <StoppedNotice {...stopped} />}
      <Tabs view={view} news={news} hrefOf={(each) => atelierPath(designId, filter, each)} />
      {state.status === 'loading' && (
        <Waiting imageUrl={findShownPicture(designId, listed)} isViolet={view === 'calque'}>
          {text.loading}
        </Waiting>
      )}
      {state.status === 'failed' &&
        (state.code === 'not-found' ? (
          <Notice kind="error" title={text.loadFailed}>
            {problemMessage(state.code)}
          </Notice>
        ) : (
          <LoadFailure
            title={text.loadFailed}
            reason={problemMessage(state.code)}
            retry={text.retry}
            onRetry={retry}
          />
        ))}
      {state.status === 'loaded' && (
        <DesignTools
          key={state.value.design.id}
          shell={shell}
          design={state.value.design}
          loadedSettings={state.value.settings}
          kept={kept}
          view={view}
          Words={Words}
        />
      )}
    </div>
  )
}

/** Tells the member what an operator decided, when and why, and how to contest it. */
function StoppedNotice({ at, reason }: SharingStop) {
  return (
    <Notice kind="error" title={messages.stopped(formatDate(at))}>
      <p>{typeset(messages.stoppedReason(reason || messages.stoppedWithoutReason))}</p>
      <p>
        {typeset(messages.stoppedAbout)} <a href="/mentions-legales">{messages.legal}</a>.
      </p>
    </Notice>
  )
}

/**
 * Reads the design, and its links with what artists answered: the card waits for these when it
 * opens, because they would move its fields later. `news`: how many answers the member has not read.
 */
function useOpenedDesign(shell: ShellApi, designId: string, view: View) {
  const key = `${shell.member?.id} ${designId}`
  const requestOf = (signal: AbortSignal) => ({
    params: { id: designId },
    signal,
    prefetched: true,
  })
  const query = useQuery(shell, {
    key,
    async read(signal) {
      const [design, settings] = await Promise.all([
        call(shell, readDesign, requestOf(signal)),
        call(shell, readSettings, requestOf(signal)),
      ])
      return { design, settings }
    },
    failureMessage: text.loadFailed,
    onLoad: ({ design: { answered } }) => {
      if (answered && view !== 'fiche') shell.announce(messages.answered(answered.subject))
    },
  })
  const links = useQuery(shell, {
    key,
    read: (signal) => call(shell, listLinks, requestOf(signal)),
    failureMessage: 'the links of a design could not be read',
  })
  const reload = () => {
    query.reload()
    links.reload()
  }
  const retry = () => {
    query.retry()
    links.reload()
  }
  useReadAgain({ state: query.state, retry, reload })
  const [openedKey, setOpenedKey] = useState('')
  const isCardReady = view !== 'fiche' || links.state.status !== 'loading'
  const isOpen = query.state.status === 'loaded' && (isCardReady || openedKey === key)
  if (isOpen && openedKey !== key) setOpenedKey(key)
  const state: typeof query.state =
    query.state.status === 'loaded' && !isOpen ? { status: 'loading' } : query.state
  const answered = state.status === 'loaded' ? state.value.design.answered : undefined
  const [seenId, setSeenId] = useState('')
  const shown = view === 'fiche' && links.state.status === 'loaded' ? links.state.value.answers : []
  const newestId = answered?.newestId
  if (newestId && newestId !== seenId && shown?.some(({ id }) => id === newestId))
    setSeenId(newestId)
  const isNew = answered !== undefined && seenId !== newestId
  return {
    state,
    kept: { state: links.state, retry: links.retry, reload },
    retry,
    news: isNew ? (answered.answers ?? 1) : 0,
  }
}

/** The picture that the design's card, a result or a notice has shown, from the browser's cache. */
function findShownPicture(designId: string, listed: ListedDesign | null): string {
  if (listed) return `${listed.imageUrl}&w=512`
  if (typeof window === 'undefined') return ''
  const shown = performance
    .getEntriesByType('resource')
    .findLast(({ name }) => name.includes(`/images/${designId}`))
  return shown?.name ?? ''
}

/**
 * A link to a neighbour. At the end of the list its place stays, so that the other link does not
 * move under the finger.
 */
function Way({ to, href }: { to: 'prev' | 'next'; href: string | null }) {
  return (
    <a className={`${styles.way} ${styles[to]}`} href={href ?? undefined}>
      {text.ways[to]}
    </a>
  )
}
