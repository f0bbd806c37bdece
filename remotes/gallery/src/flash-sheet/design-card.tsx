import type { ListedDesign } from '@encre/gallery-worker/contract'
import { describeChoices } from '@encre/protocol/catalogue'
import { originLine } from '@encre/remote-kit/origin-line'
import { Button, ButtonLink } from '@encre/ui/button'
import { ColourDots } from '@encre/ui/colour-dots'
import { FullPrompt } from '@encre/ui/full-prompt'
import { Notice } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { memo } from 'react'
import type { DeletionFailure } from '../gallery-state.ts'
import { messages, problemMessage } from '../messages.ts'
import { ParentLine } from '../parent-line.tsx'
import { varyPath } from '../vary-path.ts'
import { CardImage } from './card-image.tsx'
import styles from './design-card.module.css'
import { FavouriteButton } from './favourite-button.tsx'

/** What a card can do. All cards share one stable object, so that memoised cards are not rendered again. */
export interface CardActions {
  onDelete: (design: ListedDesign) => void
  onSelect: (designId: string) => void
  onFavourite: (design: ListedDesign, isFavourite: boolean) => void
  /** Reads a design again. Null if it was deleted. */
  findDesign: (designId: string) => Promise<ListedDesign | null>
}

interface DesignCardProps {
  /** Id of the element, unique on the page. */
  id: string
  design: ListedDesign
  /** The address of the design's page, with the gallery's filter. */
  atelierHref: string
  isSelected: boolean
  /** A delete that failed, or null. */
  failure: DeletionFailure | null
  actions: CardActions
}

/** Memoised, because a gallery shows thousands. The style sheet counts designs that have no number yet. */
export const DesignCard = memo(function DesignCard({ id, design, atelierHref, isSelected, failure, actions }: DesignCardProps) {
  const origin = originLine(design.origin)
  const subject = typesetSubject(design.subject)
  return (
    <article id={id} className={styles.card} tabIndex={-1} aria-labelledby={`${id}-subject`}>
      <div className={styles.top}>
        <p className={styles.number}>{design.number !== undefined && typeset(messages.number(design.number))}</p>
        {/* The sheet's CSS shows it while the member selects, so that no card is rendered again. */}
        <label className={styles.selection}>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={typeset(messages.selectOf(subject))}
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
      <div className={styles.words}>
        <h2 id={`${id}-subject`} className={styles.subject}>
          {subject}
        </h2>
        <div className={styles.facts}>
          <ColourDots colours={design.colors} />
          <p>{describeChoices(design)}</p>
        </div>
        <FullPrompt label={messages.fullPrompt} prompt={design.prompt} className={styles.prompt}>
          <a
            className={styles.reuse}
            href={varyPath(design.id, { asReference: false })}
            aria-label={typeset(messages.reusePromptOf(subject))}
          >
            {messages.reusePrompt}
          </a>
        </FullPrompt>
        {design.parentId && (
          <p className={styles.origin}>
            <ParentLine design={design} />
          </p>
        )}
        {origin && <p className={styles.origin}>{origin}</p>}
      </div>
      {failure && (
        <div className={styles.failure}>
          <Notice kind="error" title={messages.deleteFailed} lang="en">
            <p>
              {problemMessage(failure.code)} {failure.kept ? messages.kept : messages.unknownIfKept}
            </p>
          </Notice>
        </div>
      )}
      <ButtonLink
        variant="quiet"
        className={styles.vary}
        href={varyPath(design.id, { asReference: true })}
        aria-label={typeset(messages.moreLikeThisOf(subject))}
      >
        {messages.moreLikeThis}
      </ButtonLink>
      <div className={styles.actions}>
        <ButtonLink variant="quiet" className={styles.action} href={atelierHref} aria-label={typeset(messages.atelierOf(subject))}>
          {messages.atelier}
        </ButtonLink>
        <ButtonLink
          variant="quiet"
          className={styles.action}
          href={design.imageUrl}
          target="_blank"
          rel="noopener"
          aria-label={typeset(messages.openOf(subject))}
        >
          {messages.open}
        </ButtonLink>
        <Button
          variant="quiet"
          className={styles.action}
          aria-label={typeset(messages.deleteOf(subject))}
          onClick={() => actions.onDelete(design)}
        >
          {messages.delete}
        </Button>
      </div>
    </article>
  )
})
