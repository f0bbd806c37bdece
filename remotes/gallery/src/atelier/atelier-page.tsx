import { isLongSubject } from '@encre/protocol/design'
import { retouchPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { useQuery } from '@encre/remote-kit/use-query'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { typesetSubject } from '@encre/ui/typeset'
import { useState } from 'react'
import { galleryPath } from '../filter/gallery-filter.ts'
import { messages, problemMessage } from '../messages.ts'
import { tellAnswers } from '../tell-answers.ts'
import { useReadAgain } from '../use-read-again.ts'
import { findNeighbours, getDesign } from './atelier-api.ts'
import { atelierMessages as text } from './atelier-messages.ts'
import styles from './atelier-page.module.css'
import { type AtelierPath, atelierPath } from './atelier-path.ts'
import { DesignTools, Tabs } from './design-tools.tsx'
import { Waiting } from './workbench.tsx'

interface AtelierPageProps {
  shell: ShellApi
  path: AtelierPath
}

export function AtelierPage({ shell, path: { designId, view, filter } }: AtelierPageProps) {
  const query = useQuery(shell, {
    key: `${shell.member?.id} ${designId}`,
    read: (signal) => getDesign(shell, designId, signal),
    failureMessage: text.loadFailed,
    onLoad: ({ design: { answered } }) => {
      if (answered && view !== 'fiche') tellAnswers(shell, [answered])
    },
  })
  const { state, retry } = query
  useReadAgain(query)
  const answered = state.status === 'loaded' ? state.value.design.answered : undefined
  const [seenId, setSeenId] = useState('')
  // That tab shows the answers.
  if (answered && view === 'fiche' && seenId !== answered.newestId) setSeenId(answered.newestId)
  const news = answered && seenId !== answered.newestId ? (answered.answers ?? 1) : 0
  const neighbours = useQuery(shell, {
    key: `${shell.member?.id} ${designId} ${filter}`,
    read: (signal) => findNeighbours(shell, designId, filter, signal),
    failureMessage: 'the neighbours of a design could not be read',
  }).state
  const title = state.status === 'loaded' ? typesetSubject(state.value.design.subject) : text.title
  usePageTitle(shell, title)
  const { previous, next } =
    neighbours.status === 'loaded' ? neighbours.value : { previous: null, next: null }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.way} href={galleryPath(filter)}>
          ← {text.back}
        </a>
        <h1 className={styles.title} data-long={isLongSubject(title) || undefined} tabIndex={-1}>
          {title}
        </h1>
        <nav className={styles.ways} aria-label={text.pages}>
          <a className={styles.way} href={retouchPath(designId)}>
            {messages.retouch}
          </a>
          <Way href={previous && atelierPath(previous, filter, view)} label={text.previous} />
          <Way href={next && atelierPath(next, filter, view)} label={text.next} />
        </nav>
      </header>
      <Tabs view={view} news={news} hrefOf={(each) => atelierPath(designId, filter, each)} />
      {state.status === 'loading' && (
        <Waiting imageUrl={findShownPicture(designId)} isViolet={view === 'calque'}>
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
          initialSettings={state.value.settings}
          view={view}
        />
      )}
    </div>
  )
}

/** A picture of the design that a card, a result or a notice showed before. */
function findShownPicture(designId: string): string {
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
function Way({ href, label }: { href: string | null; label: string }) {
  return (
    <a className={styles.way} href={href ?? undefined}>
      {label}
    </a>
  )
}
