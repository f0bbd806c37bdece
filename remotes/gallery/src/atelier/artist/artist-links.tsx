import {
  type ArtistAnswer,
  type ArtistLink,
  type CreatedArtistLink,
  createLink,
  type ArtistLinks as Listed,
  linkDays,
  markAnswersSeen,
  type NewArtistLink,
  revokeLink,
} from '@encre/gallery-worker/contract'
import { retouchPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { createWriteKeys } from '@encre/remote-kit/choose-repeat-key'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useWriter } from '@encre/remote-kit/use-writer'
import { Button, ButtonLink } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { lazyPart } from '@encre/ui/lazy-part'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { WriteFailure } from '@encre/ui/write-failure'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { messages, problemMessage } from '../../messages.ts'
import { nullIfGone } from '../../null-if-gone.ts'
import type { KeptLinks, Workshop } from '../studio/workshop.ts'
import { atelierMessages, formatDate } from '../workbench/atelier-messages.ts'
import layout from '../workbench/atelier-page.module.css'
import controls from '../workbench/controls.module.css'
import { TakeSize } from '../workbench/fields.tsx'
import { formatMoment, linksMessages as text } from '../workbench/tool-messages.ts'
import { Bar } from '../workbench/workbench.tsx'
import { UnreadLinks } from './unread-links.tsx'

const [, defaultDays] = linkDays

const [QrCode, preloadQrCode] = lazyPart(async () => (await import('./qr-code.tsx')).QrCode)

type AnsweredWorkshop = Pick<Workshop, 'shell' | 'design' | 'sizeMm' | 'onChange'>

interface ArtistLinksProps {
  workshop: AnsweredWorkshop
  kept: KeptLinks
  optionsId: string
  /** Stands above the live links. */
  children: ReactNode
}

/**
 * Creates and revokes the links that show the design to a tattoo artist. Of a design that is gone it
 * says only what failed.
 */
export function ArtistLinks({ workshop, kept, optionsId, children }: ArtistLinksProps) {
  const artistLinks = useLinks(workshop.shell, workshop.design.id, kept.reload)
  const { change, revoke, takeBack } = artistLinks
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  const isBusy = change?.code === null
  const isGone = change?.code === 'not-found'
  const read = kept.state.status === 'loaded' ? kept.state.value : null
  const { links, answers = [] }: Listed = read && !isGone ? read : { links: [] }
  const [newAnswer] = answers.filter(({ seenAt }) => seenAt === null)
  useSeen(workshop, newAnswer?.id)
  const failure = <ChangeFailure change={change} takeBack={takeBack} />

  return (
    <>
      {isGone && failure}
      {!isGone && !read && <UnreadLinks kept={kept} optionsId={optionsId} onRead={focusTitle} />}
      {!isGone && read && (
        <NewLink
          artistLinks={artistLinks}
          label={
            isBusy && change.action === 'create' ? text.creating : text.createAfter(links.length)
          }
          isBusy={isBusy}
          failure={failure}
          optionsId={optionsId}
          titleRef={title}
        />
      )}
      {answers.length > 0 && <Answers answers={answers} workshop={workshop} />}
      {children}
      <LiveLinks
        links={links}
        answers={answers}
        isBusy={isBusy}
        focusTitle={focusTitle}
        onRevoke={revoke}
      />
    </>
  )
}

interface NewLinkProps {
  artistLinks: Pick<ReturnType<typeof useLinks>, 'created' | 'isCopied' | 'create' | 'copy'>
  label: string
  isBusy: boolean
  failure: ReactNode
  optionsId: string
  titleRef: RefObject<HTMLHeadingElement | null>
}

function NewLink({ artistLinks, label, isBusy, failure, optionsId, titleRef }: NewLinkProps) {
  const id = useId()
  const { created, isCopied, create, copy } = artistLinks
  const [days, setDays] = useState<NewArtistLink['days']>(defaultDays)

  function handleCreate() {
    if (!isBusy) create(days)
  }

  return (
    <section className={layout.send} aria-labelledby={id}>
      <h2 id={id} className={controls.strong} ref={titleRef} tabIndex={-1}>
        {text.title}
      </h2>
      <p className={controls.note}>{typeset(text.about)}</p>
      <Bar optionsId={optionsId}>
        {failure}
        {created ? (
          <Button variant="primary" onClick={() => copy(created.url)}>
            {isCopied ? text.copied : text.copy}
          </Button>
        ) : (
          <Button variant="primary" aria-disabled={isBusy} onClick={handleCreate}>
            {label}
          </Button>
        )}
      </Bar>
      {created && <LinkAddress key={created.link.id} url={created.url} isCopied={isCopied} />}
      <Lifetime days={days} onDays={setDays} />
      {created && (
        <Button aria-disabled={isBusy} onClick={handleCreate}>
          {text.createAnother}
        </Button>
      )}
    </section>
  )
}

function ChangeFailure({ change, takeBack }: { change: Change | null; takeBack: () => void }) {
  if (!change?.code) return null
  return (
    <WriteFailure
      title={failures[change.action]}
      code={change.code}
      reason={problemMessage(change.code)}
      takeBack={takeBack}
    />
  )
}

interface LifetimeProps {
  days: NewArtistLink['days']
  onDays: (days: NewArtistLink['days']) => void
}

function Lifetime({ days, onDays }: LifetimeProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <SegmentedControl
        label={text.lifetime}
        choices={linkDays.map((value) => [value, text.days(value)])}
        value={days}
        onChange={onDays}
      />
    )
  }
  return (
    <p className={`${controls.row} ${controls.note}`}>
      {text.lasts(days)}
      <button type="button" className={controls.link} onClick={() => setIsOpen(true)}>
        {atelierMessages.change}
      </button>
    </p>
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

interface AnswersProps {
  answers: ArtistAnswer[]
  workshop: AnsweredWorkshop
}

/** An answer that asks for something has the press that does it. */
function Answers({ answers, workshop }: AnswersProps) {
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
            {answer.verdict === 'larger' && answer.sizeMm && (
              <TakeSize workshop={workshop} advisedMm={answer.sizeMm} />
            )}
            {answer.verdict === 'simpler' && (
              <ButtonLink href={retouchPath(workshop.design.id)}>{messages.retouch}</ButtonLink>
            )}
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
function LinkAddress({ url, isCopied }: { url: string; isCopied: boolean | null }) {
  const id = useId()
  return (
    <div className={controls.address}>
      <label className={controls.label} htmlFor={id}>
        {text.address}
      </label>
      <input
        id={id}
        className={controls.text}
        readOnly
        // biome-ignore lint/a11y/noAutofocus: the member asked for this address, and must copy it now.
        autoFocus
        value={url}
        aria-describedby={`${id}-now`}
        onFocus={(event) => event.target.select()}
      />
      <div className={controls.beside}>
        <Suspense>
          <QrCode url={url} label={text.qrCode} />
        </Suspense>
        <p id={`${id}-now`} className={controls.note}>
          {typeset(isCopied === false ? text.copyFailed : text.onlyNow)}
        </p>
        {typeof navigator.share === 'function' && (
          <Button onClick={() => navigator.share({ url }).catch(() => {})}>
            {atelierMessages.share}
          </Button>
        )}
        <ButtonLink variant="quiet" href={url} target="_blank" rel="noopener">
          {text.open}
        </ButtonLink>
      </div>
    </div>
  )
}

/**
 * Whether the browser copied it. It gets a promise, because it allows the copy only within the
 * press that starts it.
 */
async function copyLater(address: Promise<string>): Promise<boolean> {
  const words = address.then((url) => new Blob([url], { type: 'text/plain' }))
  words.catch(() => {})
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': words })])
    return true
  } catch {
    // The page may not use the clipboard: the member copies by hand.
    return false
  }
}

/** Marks the answers as seen while they are shown, once for each that is new. */
function useSeen({ shell, design }: AnsweredWorkshop, newestId: string | undefined): void {
  const markSeen = useEffectEvent(() => {
    const request = { params: { id: design.id }, inBackground: true }
    // Seen or not is a detail: the next visit tries again.
    call(shell, markAnswersSeen, request).catch(() => {})
  })
  useEffect(() => {
    if (newestId) markSeen()
  }, [newestId])
}

const failures = { create: text.createFailed, revoke: text.revokeFailed }

/** `code`: why it failed. Null while it is under way. */
interface Change {
  action: keyof typeof failures
  code: string | null
}

/**
 * The links of a design. `created` is the newest one with its address, which is known until the
 * page is left.
 */
function useLinks(shell: ShellApi, designId: string, reload: () => void) {
  const [created, setCreated] = useState<CreatedArtistLink | null>(null)
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const [change, setChange] = useState<Change | null>(null)
  const writer = useWriter()
  const [keys] = useState(createWriteKeys)

  async function run(action: Change['action'], send: () => Promise<void>) {
    try {
      await send()
      setChange(null)
    } catch (error) {
      const code = reportFailure(shell, error, failures[action])
      setChange(code === null ? null : { action, code })
    }
    // Also after a failure: the links of another tab may explain it.
    reload()
  }

  async function copy(address: string | Promise<string>) {
    const done = await copyLater(Promise.resolve(address))
    setIsCopied(done)
    if (done) shell.announce(text.copied)
  }

  function create(days: NewArtistLink['days']) {
    const action = 'create'
    setChange({ action, code: null })
    setIsCopied(null)
    const key = keys.keyOf(days)
    const creating = writer.write('link', {
      send: () => call(shell, createLink, { params: { id: designId }, body: { days }, key }),
      onWait: (code) => setChange({ action, code }),
    })
    creating.catch(keys.forgetRefused)
    void copy(creating.then(({ url }) => url))
    preloadQrCode().catch(() => {})
    return run(action, async () => {
      setCreated(await creating)
      keys.forget()
    })
  }

  function revoke(linkId: string) {
    const action = 'revoke'
    setChange({ action, code: null })
    return run(action, async () => {
      await writer.write('link', {
        // Revoked elsewhere, it does not open either.
        send: () => call(shell, revokeLink, { params: { id: linkId } }).catch(nullIfGone),
        onWait: (code) => setChange({ action, code }),
      })
      setCreated((newest) => (newest?.link.id === linkId ? null : newest))
      shell.announce(text.revoked)
    })
  }

  const takeBack = () => writer.takeBack('link')
  return { created, isCopied, change, create, copy, revoke, takeBack }
}
