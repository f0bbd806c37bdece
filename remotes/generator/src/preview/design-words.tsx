import type { Generation } from '@encre/generator-worker/contract'
import { formatOf } from '@encre/protocol/formats'
import { designPath, retouchPath, variationPath } from '@encre/protocol/links'
import { originLine } from '@encre/protocol/provenance'
import { DesignImage, FullPrompt } from '@encre/ui/design-parts'
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

type Design = NonNullable<Generation['design']>

interface DesignWordsProps {
  generation: Generation
  design: Design
  facts?: string
  /** What its links are named after, where several designs have one subject. */
  name?: string
  actions?: ResultActions
}

export function DesignWords({
  generation,
  design,
  facts,
  name = design.subject,
  actions,
}: DesignWordsProps) {
  const origin = originLine(design.origin)
  return (
    <>
      <p className={words.soft}>
        {facts}
        {facts && origin && ' · '}
        <span>{origin}</span>
      </p>
      <Shortcomings generation={generation} />
      {actions && <ResultLinks design={design} name={name} {...actions} />}
      <FullPrompt label={typeset(text.fullPrompt)} prompt={design.prompt} />
    </>
  )
}

export function Shortcomings({ generation }: { generation: Generation }) {
  const { request, transparent, revisedPrompt, design } = generation
  const asked = formatOf(request.format)
  const drawn = formatOf(design?.format)
  return (
    <>
      {revisedPrompt && <p className={words.soft}>{typeset(text.revisedPrompt(revisedPrompt))}</p>}
      {request.transparent === true && transparent === false && (
        <p className={words.soft}>{typeset(text.opaque)}</p>
      )}
      {design && asked !== drawn && (
        <p className={words.soft}>{typeset(text.otherFormat(drawn.label))}</p>
      )}
    </>
  )
}

function ResultLinks({
  design,
  name,
  onVary,
  offersRetouch,
}: ResultActions & { design: Design; name: string }) {
  function handleVary(event: MouseEvent) {
    // Another tab or window has its own form.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onVary(event, design.id)
  }
  return (
    <nav className={styles.links} aria-label={`${text.next} : ${name}`}>
      <a href={designPath(design.id)}>{text.atelier}</a>
      <a href={variationPath({ designId: design.id, asReference: true })} onClick={handleVary}>
        {text.moreLikeThis}
      </a>
      {offersRetouch && <a href={retouchPath(design.id)}>{text.retouch}</a>}
      <a href={design.imageUrl} target="_blank" rel="noopener">
        {text.open}
      </a>
    </nav>
  )
}

export function ResultLink({
  design,
  className,
}: {
  design: Design
  className: string | undefined
}) {
  return (
    <a className={className} href={design.imageUrl} target="_blank" rel="noopener">
      <DesignImage design={design} size="card" />
      <span className={visuallyHidden.text}>, {text.openInNewTab}</span>
    </a>
  )
}
