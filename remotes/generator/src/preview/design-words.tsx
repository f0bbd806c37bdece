import type { Generation } from '@encre/generator-worker/contract'
import { formatOf } from '@encre/picture/formats'
import type { Design } from '@encre/protocol/design'
import { designPath, retouchPath, variationPath } from '@encre/protocol/links'
import { originLine } from '@encre/protocol/origin'
import { ButtonLink } from '@encre/ui/button'
import { Fold } from '@encre/ui/fold'
import { typeset } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import type { MouseEvent } from 'react'
import { previewMessages as text } from '../later-messages.ts'
import words from '../text.module.css'
import styles from './results.module.css'

export interface ResultActions {
  /** A click on the link to vary a design, before the shell opens it. */
  onVary: (event: MouseEvent, designId: string) => void
  offersRetouch: boolean
}

interface DesignWordsProps {
  generation: Generation
  design: Design
  facts?: string
}

export function DesignWords({ generation, design, facts }: DesignWordsProps) {
  const origin = originLine(design.origin)
  return (
    <>
      <p className={words.soft}>
        {facts}
        {facts && origin && ' · '}
        <span>{origin}</span>
      </p>
      <Shortcomings generation={generation} />
    </>
  )
}

export function Shortcomings({ generation }: { generation: Generation }) {
  const { request, transparent, revisedPrompt, design } = generation
  const requested = formatOf(request.format)
  const drawn = formatOf(design?.format)
  const missing = revisedPrompt?.match(/Non compris : (.+)$/)?.[1]
  const isOpaque = request.transparent === true && transparent === false
  const lines = [
    missing && text.notDrawn(missing),
    isOpaque && text.opaque,
    design && requested !== drawn && text.otherFormat(drawn.label),
  ]
  return lines.map(
    (line) =>
      line && (
        <p key={line} className={words.soft}>
          {typeset(line)}
        </p>
      ),
  )
}

interface ResultLinksProps extends ResultActions {
  design: Design
  /** What the links are named after. */
  name: string
}

/** What comes after a design. Only the first is black. */
export function ResultLinks({ design, name, onVary, offersRetouch }: ResultLinksProps) {
  function handleVary(event: MouseEvent) {
    // Another tab or window has its own form.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onVary(event, design.id)
  }
  return (
    <nav className={styles.links} aria-label={`${text.next} : ${name}`}>
      <ButtonLink variant="primary" href={designPath(design.id)}>
        {text.stencil}
      </ButtonLink>
      {offersRetouch && <ButtonLink href={retouchPath(design.id)}>{text.retouch}</ButtonLink>}
      <ButtonLink
        href={variationPath({ designId: design.id, asReference: true })}
        onClick={handleVary}
      >
        {text.moreLikeThis}
      </ButtonLink>
      <Fold
        className={styles.more}
        summary={
          <>
            <span aria-hidden="true">...</span>
            <span className={visuallyHidden.text}>{text.more}</span>
          </>
        }
      >
        <a href={design.imageUrl} target="_blank" rel="noopener">
          {text.open}
        </a>
        <p className={words.strong}>{text.fullPrompt}</p>
        <p lang="en">{design.prompt}</p>
      </Fold>
    </nav>
  )
}
