import {
  type ArtistAnswer,
  type ArtistLink,
  type CreatedArtistLink,
  linkDays,
  type NewArtistLink,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { Button, ButtonLink } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { problemMessage } from '../messages.ts'
import { createLink, listLinks, markAnswersSeen, revokeLink } from './atelier-api.ts'
import { atelierMessages, formatDate } from './atelier-messages.ts'
import controls from './controls.module.css'
import { formatMoment, linksMessages as text } from './tool-messages.ts'

const defaultDays = 30

/**
 * Creates and revokes the links that show the design to a tattoo artist. Renders nothing for a
 * design that is gone.
 */
export function ArtistLinks({ shell, designId }: { shell: ShellApi; designId: string }) {
  const id = useId()
  const { state, retry, created, change, create, revoke } = useLinks(shell, designId)
  const title = useRef<HTMLHeadingElement>(null)
  const isBusy = change.status === 'creating' || change.status === 'revoking'
  if (state.status === 'loaded' && state.value === null) return null
  const found = state.status === 'loaded' ? state.value : null
  const answers = found?.answers ?? []
  const links = found?.links ?? []

  return (
    <section className={controls.section} aria-labelledby={id}>
      <h2 id={id} className={controls.strong} ref={title} tabIndex={-1}>
        {text.title}
      </h2>
      {answers.length > 0 && <Answers answers={answers} />}
      <p className={controls.note}>{typeset(text.about)}</p>
      {state.status === 'loading' && <p role="status">{text.loading}</p>}
      {state.status === 'failed' && (
        <LoadFailure
          title={text.loadFailed}
          reason={problemMessage(state.code)}
          retry={atelierMessages.retry}
          onRetry={retry}
        />
      )}
      {found && (
        <NewLink
          isCreating={change.status === 'creating'}
          isBusy={isBusy}
          hasLinks={links.length > 0}
          onCreate={create}
        />
      )}
      {found && created && <LinkAddress key={created.link.id} shell={shell} url={created.url} />}
      {change.status === 'failed' && (
        <Notice
          kind="error"
          title={change.action === 'create' ? text.createFailed : text.revokeFailed}
        >
          {problemMessage(change.code)}
        </Notice>
      )}
      <LiveLinks
        links={links}
        answers={answers}
        isBusy={isBusy}
        focusTitle={() => title.current?.focus({ preventScroll: true })}
        onRevoke={revoke}
      />
    </section>
  )
}

interface NewLinkProps {
  isCreating: boolean
  isBusy: boolean
  hasLinks: boolean
  onCreate: (days: NewArtistLink['days']) => void
}

function NewLink({ isCreating, isBusy, hasLinks, onCreate }: NewLinkProps) {
  const [days, setDays] = useState<NewArtistLink['days']>(defaultDays)
  const label = hasLinks ? text.createAnother : text.create

  function handleClick() {
    if (!isBusy) onCreate(days)
  }

  return (
    <>
      <SegmentedControl
        label={text.lifetime}
        choices={linkDays.map((value) => [value, text.days(value)])}
        value={days}
        onChange={setDays}
      />
      <Button aria-disabled={isBusy} onClick={handleClick}>
        {isCreating ? text.creating : label}
      </Button>
    </>
  )
}

interface LiveLinksProps {
  links: ArtistLink[]
  answers: ArtistAnswer[]
  isBusy: boolean
  focusTitle: () => void
  onRevoke: (linkId: string) => void
}

function LiveLinks({ links, answers, isBusy, focusTitle, onRevoke }: LiveLinksProps) {
  const id = useId()
  const [linkToRevoke, setLinkToRevoke] = useState<ArtistLink | null>(null)
  const hasAnswers = answers.some(({ linkId }) => linkId === linkToRevoke?.id)

  function handleConfirm() {
    // The dialog gives the focus back to its button when it closes, and that button goes with the
    // link.
    flushSync(() => setLinkToRevoke(null))
    focusTitle()
    if (linkToRevoke) onRevoke(linkToRevoke.id)
  }

  return (
    <>
      {links.length > 0 && (
        <>
          <h3 id={id} className={controls.label}>
            {text.live}
          </h3>
          <ul aria-labelledby={id}>
            {links.map((link) => (
              <LiveLink
                key={link.id}
                link={link}
                isBusy={isBusy}
                onRevoke={() => setLinkToRevoke(link)}
              />
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={linkToRevoke !== null}
        question={hasAnswers ? text.revokeWithAnswers : text.revokeQuestion}
        confirmLabel={text.revoke}
        cancelLabel={text.cancel}
        onCancel={() => setLinkToRevoke(null)}
        onConfirm={handleConfirm}
      />
    </>
  )
}

interface LiveLinkProps {
  link: ArtistLink
  isBusy: boolean
  onRevoke: () => void
}

function LiveLink({ link, isBusy, onRevoke }: LiveLinkProps) {
  const createdAt = formatMoment(link.createdAt)

  function handleClick() {
    if (!isBusy) onRevoke()
  }

  return (
    <li className={controls.item}>
      <span>
        <span className={controls.label}>{text.until(formatDate(link.expiresAt))}</span>
        <span className={controls.note}>{text.createdOn(createdAt)}</span>
        <span className={controls.note}>
          {link.openedAt ? text.opened(formatMoment(link.openedAt)) : text.neverOpened}
        </span>
      </span>
      <Button
        variant="quiet"
        aria-label={text.revokeOf(createdAt)}
        aria-disabled={isBusy}
        onClick={handleClick}
      >
        {text.revoke}
      </Button>
    </li>
  )
}

function Answers({ answers }: { answers: ArtistAnswer[] }) {
  const id = useId()
  return (
    <>
      <h3 id={id} className={controls.label}>
        {text.answers}
      </h3>
      <ul aria-labelledby={id}>
        {answers.map((answer) => (
          <li key={answer.id} className={controls.answer}>
            <p>{typeset(answer.text)}</p>
            <p className={controls.note}>
              {formatMoment(answer.createdAt)}
              {answer.seenAt === null && ` · ${text.newAnswer}`}
            </p>
          </li>
        ))}
      </ul>
      <p className={controls.note}>{text.answersKept}</p>
    </>
  )
}

/**
 * The address of a new link. It cannot be shown later: the gallery stores only the hash of its
 * token.
 */
function LinkAddress({ shell, url }: { shell: ShellApi; url: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copy, setCopy] = useState<'none' | 'copied' | 'failed'>('none')

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(url)
      setCopy('copied')
      shell.announce(text.copied)
    } catch {
      // The page may not use the clipboard: the member copies by hand.
      field.current?.select()
      setCopy('failed')
    }
  }

  return (
    <div className={controls.address}>
      <label className={controls.label} htmlFor={id}>
        {text.address}
      </label>
      <input
        ref={field}
        id={id}
        className={controls.text}
        readOnly
        // biome-ignore lint/a11y/noAutofocus: the member asked for this address, and must copy it now.
        autoFocus
        value={url}
        aria-describedby={`${id}-now`}
        onFocus={(event) => event.target.select()}
      />
      <div className={controls.row}>
        <Button onClick={handleCopy}>{copy === 'copied' ? text.copied : text.copy}</Button>
        <ButtonLink variant="quiet" href={url} target="_blank" rel="noopener">
          {text.open}
        </ButtonLink>
      </div>
      <p id={`${id}-now`} className={controls.note}>
        {typeset(copy === 'failed' ? text.copyFailed : text.onlyNow)}
      </p>
    </div>
  )
}

type Change =
  | { status: 'idle' | 'creating' | 'revoking' }
  | { status: 'failed'; action: 'create' | 'revoke'; code: string }

/**
 * The links of a design. `created` is the newest one with its address, which is known until the
 * page is left.
 */
function useLinks(shell: ShellApi, designId: string) {
  const { state, retry, reload } = useQuery(shell, {
    key: `${shell.member?.id} ${designId} links`,
    read: (signal) => listLinks(shell, designId, signal),
    failureMessage: text.loadFailed,
    onLoad: (found) => {
      const hasNewAnswers = found?.answers?.some(({ seenAt }) => seenAt === null)
      // Seen or not is a detail: the next visit tries again.
      if (hasNewAnswers) markAnswersSeen(shell, designId).catch(() => {})
    },
  })
  const [created, setCreated] = useState<CreatedArtistLink | null>(null)
  const [change, setChange] = useState<Change>({ status: 'idle' })

  async function run(action: 'create' | 'revoke', send: () => Promise<void>) {
    try {
      await send()
      setChange({ status: 'idle' })
    } catch (error) {
      const message = action === 'create' ? text.createFailed : text.revokeFailed
      const code = reportFailure(shell, error, message)
      if (code !== null) setChange({ status: 'failed', action, code })
    }
    // Also after a failure: perhaps only the answer was lost.
    reload()
  }

  function create(days: NewArtistLink['days']) {
    setChange({ status: 'creating' })
    return run('create', async () => setCreated(await createLink(shell, designId, days)))
  }

  function revoke(linkId: string) {
    setChange({ status: 'revoking' })
    return run('revoke', async () => {
      await revokeLink(shell, linkId)
      setCreated((newest) => (newest?.link.id === linkId ? null : newest))
      shell.announce(text.revoked)
    })
  }

  return { state, retry, created, change, create, revoke }
}
