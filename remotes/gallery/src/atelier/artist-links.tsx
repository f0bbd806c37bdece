import { type ArtistLink, linkDays, type NewArtistLink } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { problemMessage } from '../messages.ts'
import styles from './artist-links.module.css'
import { atelierMessages, formatDate } from './atelier-messages.ts'
import controls from './controls.module.css'
import { LinkAddress } from './link-address.tsx'
import { formatMoment, linksMessages as text } from './links-messages.ts'
import { useLinks } from './use-links.ts'

const defaultDays = 30

/** Creates and revokes the links that show the design to a tattoo artist. Renders nothing if the worker is older than links. */
export function ArtistLinks({ shell, designId }: { shell: ShellApi; designId: string }) {
  const id = useId()
  const { state, retry, created, change, create, revoke } = useLinks(shell, designId)
  const [days, setDays] = useState<NewArtistLink['days']>(defaultDays)
  const [linkToRevoke, setLinkToRevoke] = useState<ArtistLink | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  if (state.status === 'loaded' && state.value === null) return null
  const links = state.status === 'loaded' ? (state.value ?? []) : []
  const isBusy = change.status === 'creating' || change.status === 'revoking'

  return (
    <section className={styles.links} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title} ref={title} tabIndex={-1}>
        {text.title}
      </h2>
      <p className={controls.note}>{typeset(text.about)}</p>
      {state.status === 'loading' && (
        <p className={controls.line} role="status">
          {text.loading}
        </p>
      )}
      {state.status === 'failed' && (
        <>
          <Notice kind="error" title={text.loadFailed}>
            <p>{problemMessage(state.code)}</p>
          </Notice>
          <Button onClick={retry}>{atelierMessages.retry}</Button>
        </>
      )}
      {state.status === 'loaded' && (
        <>
          <SegmentedControl
            label={text.lifetime}
            choices={linkDays.map((value) => [value, text.days(value)] as const)}
            value={days}
            onChange={setDays}
          />
          <Button aria-disabled={isBusy} onClick={() => isBusy || void create(days)}>
            {change.status === 'creating' ? text.creating : links.length > 0 ? text.createAnother : text.create}
          </Button>
          {created && <LinkAddress key={created.link.id} shell={shell} url={created.url} />}
        </>
      )}
      {change.status === 'failed' && (
        <Notice kind="error" title={change.action === 'create' ? text.createFailed : text.revokeFailed}>
          <p>{problemMessage(change.code)}</p>
        </Notice>
      )}
      {links.length > 0 && (
        <>
          <h3 id={`${id}-live`} className={controls.label}>
            {text.live}
          </h3>
          <ul className={styles.list} aria-labelledby={`${id}-live`}>
            {links.map((link) => (
              <li key={link.id} className={styles.link}>
                <span>
                  <span className={styles.until}>{text.until(formatDate(link.expiresAt))}</span>
                  <span className={controls.note}>{text.createdOn(formatMoment(link.createdAt))}</span>
                  <span className={controls.note}>{link.openedAt ? text.opened(formatMoment(link.openedAt)) : text.neverOpened}</span>
                </span>
                <Button
                  variant="quiet"
                  aria-label={text.revokeOf(formatMoment(link.createdAt))}
                  aria-disabled={isBusy}
                  onClick={() => isBusy || setLinkToRevoke(link)}
                >
                  {text.revoke}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={linkToRevoke !== null}
        question={text.revokeQuestion}
        confirmLabel={text.revoke}
        cancelLabel={text.cancel}
        onCancel={() => setLinkToRevoke(null)}
        onConfirm={() => {
          // The dialog gives the focus back to its button when it closes, and that button goes with the link.
          flushSync(() => setLinkToRevoke(null))
          title.current?.focus({ preventScroll: true })
          if (linkToRevoke) void revoke(linkToRevoke.id)
        }}
      />
    </section>
  )
}
