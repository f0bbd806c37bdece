import type { Design } from '@encre/gallery-worker/contract'
import { locationLabel, sizeLabel, styleName } from '@encre/protocol/catalogue'
import { originLine } from '@encre/remote-kit/origin-line'
import { Button, ButtonLink } from '@encre/ui/button'
import { ColourDots } from '@encre/ui/colour-dots'
import { DesignImage } from '@encre/ui/design-image'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import styles from './design-card.module.css'
import { messages, problemMessage } from './messages.ts'

interface DesignCardProps {
  design: Design
  /** Its position in the list, from 1. */
  number: number
  /** The address of the design's page, with the gallery's filter. */
  atelierHref: string
  /** The problem code of a delete that failed, or null. */
  failure: string | null
  onDelete: () => void
}

export function DesignCard({ design, number, atelierHref, failure, onDelete }: DesignCardProps) {
  const origin = originLine(design.origin)
  return (
    <article id={cardId(design)} className={styles.card} tabIndex={-1} aria-labelledby={`${cardId(design)}-subject`}>
      <p className={styles.number} aria-hidden="true">
        {number}
      </p>
      {/* The same link as 'Atelier' below: one stop for the keyboard. */}
      <a href={atelierHref} tabIndex={-1}>
        <DesignImage design={design} size="card" />
      </a>
      <div className={styles.words}>
        <h2 id={`${cardId(design)}-subject`} className={styles.subject}>
          {design.subject}
        </h2>
        <div className={styles.facts}>
          <ColourDots colours={design.colors} />
          <p>{factsOf(design)}</p>
        </div>
        <details className={styles.prompt}>
          <summary>{messages.fullPrompt}</summary>
          {/* In English, around the member's own words. */}
          <p lang="en">{design.prompt}</p>
        </details>
        {origin && <p className={styles.origin}>{origin}</p>}
      </div>
      {failure && (
        <div className={styles.failure}>
          <Notice kind="error" title={messages.deleteFailed} lang="en">
            <p>
              {problemMessage(failure)} {messages.kept}
            </p>
          </Notice>
        </div>
      )}
      <div className={styles.actions}>
        <ButtonLink variant="quiet" className={styles.action} href={atelierHref} aria-label={typeset(messages.atelierOf(design.subject))}>
          {messages.atelier}
        </ButtonLink>
        <ButtonLink
          variant="quiet"
          className={styles.action}
          href={design.imageUrl}
          target="_blank"
          rel="noopener"
          aria-label={typeset(messages.openOf(design.subject))}
        >
          {messages.open}
        </ButtonLink>
        <Button variant="quiet" className={styles.action} aria-label={typeset(messages.deleteOf(design.subject))} onClick={onDelete}>
          {messages.delete}
        </Button>
      </div>
    </article>
  )
}

/** Moves the focus to a design: after a delete, and to the first design of a new page. */
export function focusCard(design: Design) {
  document.getElementById(cardId(design))?.focus()
}

function factsOf({ style, size, sizeDetail, placement, placementDetail }: Design): string {
  return [styleName(style), sizeLabel(size, sizeDetail), locationLabel(placement, placementDetail)].join(' · ')
}

function cardId(design: Design): string {
  return `design-${design.id}`
}
