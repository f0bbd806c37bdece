import type { ListedDesign } from '@encre/gallery-worker/contract'
import { describeChoices } from '@encre/protocol/catalogue'
import { retouchPath, variationPath } from '@encre/protocol/links'
import { originLine } from '@encre/protocol/provenance'
import { problemCode } from '@encre/remote-kit/session'
import { Button, ButtonLink } from '@encre/ui/button'
import { ColourDots, DesignImage, FullPrompt } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { type MouseEvent, memo, useState } from 'react'
import type { CardMark } from '../gallery-state.ts'
import { messages, problemMessage } from '../messages.ts'
import { ParentLine } from '../parent-line.tsx'
import styles from './design-card.module.css'

export interface CardActions {
  onDelete: (design: ListedDesign) => void
  onSelect: (designId: string) => void
  onFavourite: (design: ListedDesign, isFavourite: boolean) => void
  findDesign: (designId: string) => Promise<ListedDesign | null>
}

interface DesignCardProps {
  id: string
  design: ListedDesign
  atelierHref: string
  isSelected: boolean
  mark: CardMark | null
  actions: CardActions
}

/**
 * The image, or the checkbox of a selection, is the card's one Tab stop: arrow keys reach the rest
 * (`arrow-keys.ts`).
 */
function leaveOneStop(card: HTMLElement | null) {
  const others = card?.querySelectorAll<HTMLElement>('a:not(:has(img)), button, summary') ?? []
  for (const control of others) {
    control.tabIndex = -1
  }
}

/**
 * Memoised, because a gallery shows thousands. The style sheet counts designs that have no number
 * yet.
 */
export const DesignCard = memo(function DesignCard({
  id,
  design,
  atelierHref,
  isSelected,
  mark,
  actions,
}: DesignCardProps) {
  const subject = typesetSubject(design.subject)
  const [isOpen, setOpen] = useState(false)
  return (
    <article
      ref={leaveOneStop}
      id={id}
      className={styles.card}
      data-open={isOpen || undefined}
      tabIndex={-1}
      aria-labelledby={`${id}-subject`}
    >
      <div className={styles.top}>
        <p className={styles.number}>
          {design.number !== undefined && typeset(messages.number(design.number))}
        </p>
        {/* The sheet's CSS shows it while the member selects, so that no card is rendered again. */}
        <label className={styles.selection}>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={labelOf(messages.select, subject)}
            onChange={() => actions.onSelect(design.id)}
          />
        </label>
        {design.favourite !== undefined && (
          <FavouriteButton
            subject={subject}
            isFavourite={design.favourite}
            onToggle={() => actions.onFavourite(design, !design.favourite)}
          />
        )}
      </div>
      <CardImage design={design} href={atelierHref} findDesign={actions.findDesign} />
      <CardWords subjectId={`${id}-subject`} design={design} subject={subject} />
      {mark && <Mark mark={mark} />}
      <CardLinks
        design={design}
        subject={subject}
        atelierHref={atelierHref}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        onDelete={() => actions.onDelete(design)}
      />
    </article>
  )
})

/** The accessible name of a card's control. */
function labelOf(action: string, subject: string): string {
  return typeset(`${action} : ${subject}`)
}

interface CardWordsProps {
  subjectId: string
  design: ListedDesign
  subject: string
}

function CardWords({ subjectId, design, subject }: CardWordsProps) {
  const origin = originLine(design.origin)
  return (
    <div className={styles.words}>
      <h2 id={subjectId} className={styles.subject}>
        {subject}
      </h2>
      <div className={styles.facts}>
        <ColourDots colours={design.colors} />
        <p>{describeChoices(design)}</p>
      </div>
      {design.prompt && (
        <FullPrompt label={messages.fullPrompt} prompt={design.prompt} className={styles.prompt}>
          <a
            className={styles.reuse}
            href={variationPath({ designId: design.id, asReference: false })}
            aria-label={labelOf(messages.reusePrompt, subject)}
          >
            {messages.reusePrompt}
          </a>
        </FullPrompt>
      )}
      {design.parentId && (
        <p className={styles.origin}>
          <ParentLine design={design} />
        </p>
      )}
      {origin && <p className={styles.origin}>{origin}</p>}
    </div>
  )
}

function Mark({ mark }: { mark: CardMark }) {
  if (mark === 'saving') {
    return (
      <div className={styles.mark}>
        <p role="status">{messages.saving}</p>
      </div>
    )
  }
  return (
    <div className={styles.mark}>
      <Notice kind="error" title={mark.title} {...(mark.lang && { lang: mark.lang })}>
        {mark.reason}
      </Notice>
      <Button onClick={mark.retry}>{messages.retry}</Button>
    </div>
  )
}

interface CardLinksProps {
  design: ListedDesign
  subject: string
  atelierHref: string
  isOpen: boolean
  onToggle: () => void
  onDelete: () => void
}

function CardLinks({ design, subject, atelierHref, isOpen, onToggle, onDelete }: CardLinksProps) {
  return (
    <>
      <div className={styles.actions}>
        <ButtonLink
          variant="quiet"
          className={`${styles.action} ${styles.atelier}`}
          href={atelierHref}
          aria-label={labelOf(messages.atelier, subject)}
        >
          {messages.atelier}
        </ButtonLink>
        <ButtonLink
          variant="quiet"
          className={`${styles.action} ${styles.open}`}
          href={design.imageUrl}
          target="_blank"
          rel="noopener"
          aria-label={typeset(messages.openOf(subject))}
        >
          {messages.open}
        </ButtonLink>
        <Button
          variant="quiet"
          className={`${styles.action} ${styles.delete}`}
          aria-label={labelOf(messages.delete, subject)}
          onClick={onDelete}
        >
          {messages.delete}
        </Button>
        <Button
          variant="quiet"
          className={`${styles.action} ${styles.menu}`}
          aria-expanded={isOpen}
          aria-label={typeset(messages.moreOf(subject))}
          onClick={onToggle}
        />
      </div>
      <div className={`${styles.actions} ${styles.more}`}>
        <ButtonLink
          variant="quiet"
          className={styles.action}
          href={retouchPath(design.id)}
          aria-label={labelOf(messages.retouch, subject)}
        >
          {messages.retouch}
        </ButtonLink>
        <ButtonLink
          variant="quiet"
          className={styles.action}
          href={variationPath({ designId: design.id, asReference: true })}
          aria-label={labelOf(messages.moreLikeThis, subject)}
        >
          {messages.moreLikeThis}
        </ButtonLink>
      </div>
    </>
  )
}

interface CardImageProps extends Pick<CardActions, 'findDesign'> {
  design: ListedDesign
  href: string
}

type ImageState = { status: 'shown' | 'loading' } | { status: 'failed'; code: string | null }

/**
 * A card's image. When it does not load, for example because its address expired, a button requests
 * a new address.
 */
export function CardImage({ design, href, findDesign }: CardImageProps) {
  const [imageUrl, setImageUrl] = useState(design.imageUrl)
  const [attempt, setAttempt] = useState(1)
  const [state, setState] = useState<ImageState>({ status: 'shown' })
  const [listedUrl, setListedUrl] = useState(design.imageUrl)
  if (listedUrl !== design.imageUrl) {
    setListedUrl(design.imageUrl)
    setImageUrl(design.imageUrl)
    setState({ status: 'shown' })
  }

  async function handleRetry(event: MouseEvent<HTMLElement>) {
    if (state.status === 'loading') return
    const card = event.currentTarget.closest('article')
    setState({ status: 'loading' })
    try {
      const fresh = await findDesign(design.id)
      if (!fresh) return setState({ status: 'failed', code: 'not-found' })
      setImageUrl(fresh.imageUrl)
      setAttempt((before) => before + 1)
      setState({ status: 'shown' })
      // The button that has the focus disappears.
      card?.focus()
    } catch (error) {
      setState({ status: 'failed', code: problemCode(error) })
    }
  }

  if (state.status === 'shown') {
    return (
      <a href={href}>
        <DesignImage
          key={attempt}
          design={{ ...design, imageUrl }}
          size="card"
          onError={() => setState({ status: 'failed', code: null })}
        />
      </a>
    )
  }
  return (
    <div className={styles.failed}>
      <p role="status">
        {state.status === 'loading' ? messages.imageLoading : messages.imageFailed}
      </p>
      {state.status === 'failed' && state.code && <p>{typeset(problemMessage(state.code))}</p>}
      <Button
        aria-disabled={state.status === 'loading'}
        aria-label={typeset(messages.retryImageOf(design.subject))}
        onClick={handleRetry}
      >
        {messages.retry}
      </Button>
    </div>
  )
}

interface FavouriteButtonProps {
  subject: string
  isFavourite: boolean
  onToggle: () => void
}

function FavouriteButton({ subject, isFavourite, onToggle }: FavouriteButtonProps) {
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavourite}
      aria-label={typeset(messages.favouriteOf(subject))}
      title={messages.favourite}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z" />
      </svg>
    </button>
  )
}
