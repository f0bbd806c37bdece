import type { ListedDesign } from '@encre/gallery-worker/contract'
import { describeChoices } from '@encre/protocol/catalogue'
import { translateSubject } from '@encre/protocol/design'
import { retouchPath, variationPath } from '@encre/protocol/links'
import { originLine } from '@encre/protocol/origin'
import { Button } from '@encre/ui/button'
import { ColourDots, FullPrompt } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { memo, useState } from 'react'
import { messages } from '../../messages.ts'
import { ParentLine } from '../../parent-line.tsx'
import type { CardMark } from '../gallery-state.ts'
import { CardImage } from './card-image.tsx'
import styles from './design-card.module.css'

export interface CardActions {
  onDelete: (design: ListedDesign) => void
  onSelect: (designId: string) => void
  onFavourite: (design: ListedDesign, isFavourite: boolean) => void
  /** Reads a design again, whose image has a new address. */
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
    <article id={id} className={styles.card} aria-labelledby={`${id}-subject`}>
      <p className={styles.number}>
        {design.number !== undefined && typeset(messages.number(design.number))}
      </p>
      <CardImage design={design} href={atelierHref} findDesign={actions.findDesign} />
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
      {/* The heading names the card also while the member selects, and the link is hidden. */}
      <a className={styles.subject} href={atelierHref}>
        <h2 id={`${id}-subject`} translate={translateSubject(design)}>
          {subject}
        </h2>
      </a>
      <div className={styles.facts}>
        <ColourDots colours={design.colors} />
        <a
          className={`${styles.icon} ${styles.open}`}
          href={design.imageUrl}
          target="_blank"
          rel="noopener"
          title={messages.open}
          aria-label={typeset(messages.openOf(subject))}
        >
          {messages.open}
        </a>
        <button
          type="button"
          className={`${styles.icon} ${styles.delete}`}
          title={messages.delete}
          aria-label={labelOf(messages.delete, subject)}
          onClick={() => actions.onDelete(design)}
        />
        <button
          type="button"
          className={`${styles.icon} ${styles.menu}`}
          title={messages.more}
          aria-expanded={isOpen}
          aria-label={typeset(messages.moreOf(subject))}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <CardMore design={design} subject={subject} />}
      {mark && <Mark mark={mark} />}
    </article>
  )
})

/** The accessible name of a card's control. */
function labelOf(action: string, subject: string): string {
  return typeset(`${action} : ${subject}`)
}

function CardMore({ design, subject }: { design: ListedDesign; subject: string }) {
  const origin = originLine(design.origin)
  const links = [
    { text: messages.retouch, href: retouchPath(design.id) },
    {
      text: messages.moreLikeThis,
      href: variationPath({ designId: design.id, asReference: true }),
    },
    {
      text: messages.reusePrompt,
      href: variationPath({ designId: design.id, asReference: false }),
    },
  ]
  return (
    <div className={styles.more}>
      <p className={styles.whole}>{subject}</p>
      <p>{describeChoices(design)}</p>
      <ParentLine design={design} verb="Variation" />
      {origin && <p>{origin}</p>}
      <ul>
        {links.map(({ text, href }) => (
          <li key={text}>
            <a href={href} aria-label={labelOf(text, subject)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {design.prompt && <FullPrompt label={messages.fullPrompt} prompt={design.prompt} />}
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
      <Button onClick={mark.button.onPress}>{mark.button.text}</Button>
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
