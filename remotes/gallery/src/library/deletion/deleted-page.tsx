import {
  type DeletedDesigns,
  listDeletedDesigns,
  restoreDesigns,
} from '@encre/gallery-worker/contract'
import { styleName } from '@encre/protocol/catalogue'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { usePageTitle } from '@encre/remote-kit/pages'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useWriter } from '@encre/remote-kit/use-writer'
import { Button, ButtonLink } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { WriteFailure } from '@encre/ui/write-failure'
import { useRef, useState, useTransition } from 'react'
import { messages, problemMessage } from '../../messages.ts'
import page from '../gallery-page.module.css'
import { ListFailure, MoreFailure } from '../more-designs.tsx'
import { unhideCachedDesigns } from '../use-designs.ts'
import styles from './deletion.module.css'

export function DeletedPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, messages.recentlyDeleted)
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<{ id: string; code: string } | null>(null)
  const [openedAt] = useState(() => Date.now())
  const writer = useWriter()
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, retry } = useQuery<DeletedDesigns>(shell, {
    key: `${shell.member?.id}`,
    read: async (signal) =>
      shell.member ? call(shell, listDeletedDesigns, { signal }) : { designs: [] },
    failureMessage: messages.loadFailed,
  })

  const more = useMore(shell, state.status === 'loaded' ? state.value : { designs: [] })
  const designs = more.designs.filter(({ id }) => !restored.has(id))

  async function handleRestore(id: string) {
    const fail = (code: string | null) => setFailure(code === null ? null : { id, code })
    fail(null)
    try {
      const { done, failed } = await writer.write(id, {
        send: (ageMs) => call(shell, restoreDesigns, { body: { ids: [id], ageMs } }),
        onWait: fail,
      })
      fail(failed.length > 0 ? 'not-found' : null)
      // Another device has deleted it again after this press.
      if (done.length + failed.length === 0) retry()
      if (done.length === 0) return
    } catch (error) {
      return fail(reportFailure(shell, error, messages.restoreFailed))
    }
    unhideCachedDesigns([id])
    setRestored((before) => new Set(before).add(id))
    shell.announce(messages.restoredCount(1))
    heading.current?.focus()
  }

  return (
    <div className={page.page}>
      <header className={page.header}>
        <h1 ref={heading} tabIndex={-1}>
          {messages.recentlyDeleted}
        </h1>
        <p className={page.count} role="status">
          {state.status === 'loading' && messages.loading}
        </p>
      </header>
      <p className={styles.hint}>{messages.recentlyDeletedHint}</p>
      {state.status === 'failed' && <ListFailure code={state.code} onRetry={retry} />}
      {failure && (
        <WriteFailure
          title={messages.restoreFailed}
          code={failure.code}
          reason={problemMessage(failure.code)}
          takeBack={() => writer.takeBack(failure.id)}
        />
      )}
      {state.status === 'loaded' && designs.length === 0 && !more.load && (
        <p>{messages.nothingDeleted}</p>
      )}
      {designs.length > 0 && (
        <ul className={styles.list}>
          {designs.map((design) => (
            <DeletedRow
              key={design.id}
              design={design}
              openedAt={openedAt}
              onRestore={handleRestore}
            />
          ))}
        </ul>
      )}
      <More failure={more.failure} load={more.load} />
      <p className={styles.back}>
        <ButtonLink href="/gallery">{messages.title}</ButtonLink>
      </p>
    </div>
  )
}

function More({ failure, load }: Pick<ReturnType<typeof useMore>, 'failure' | 'load'>) {
  return (
    <>
      {failure !== null && <MoreFailure code={failure} />}
      {load && <Button onClick={load}>{messages.showMore}</Button>}
    </>
  )
}

interface DeletedRowProps {
  design: DeletedDesigns['designs'][number]
  openedAt: number
  onRestore: (id: string) => void
}

function DeletedRow({ design, openedAt, onRestore }: DeletedRowProps) {
  const { id, subject, style, restorableUntil, imageUrl } = design
  const hours = Math.ceil((Date.parse(restorableUntil) - openedAt) / 3_600_000)
  return (
    <li className={styles.row}>
      {imageUrl && <DesignImage design={{ imageUrl, subject, style, colors: [] }} size="card" />}
      <p className={styles.words}>
        <strong>{typesetSubject(subject)}</strong>
        <span>
          {styleName(style)} · {messages.hoursLeft(Math.max(1, hours))}
        </span>
      </p>
      <Button
        aria-label={typeset(messages.restoreOf(typesetSubject(subject)))}
        onClick={() => onRestore(id)}
      >
        {messages.restore}
      </Button>
    </li>
  )
}

/** The designs of the first page and of those that were asked for. `load` is null after the last. */
function useMore(shell: ShellApi, first: DeletedDesigns) {
  const [others, setOthers] = useState<DeletedDesigns[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isLoading, startLoading] = useTransition()
  const pages = [first, ...others]
  const cursor = pages.at(-1)?.next

  function load() {
    if (isLoading || cursor === undefined) return
    setFailure(null)
    startLoading(async () => {
      try {
        const page = await call(shell, listDeletedDesigns, { query: { cursor } })
        setOthers((before) => [...before, page])
      } catch (error) {
        setFailure(reportFailure(shell, error, messages.loadFailed))
      }
    })
  }
  const designs = pages.flatMap((page) => page.designs)
  return { designs, failure, load: cursor === undefined ? null : load }
}
