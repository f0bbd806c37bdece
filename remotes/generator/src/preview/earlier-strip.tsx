import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/remote-kit/origin-line'
import { DesignImage } from '@encre/ui/design-image'
import { FullPrompt } from '@encre/ui/full-prompt'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import { useId } from 'react'
import styles from './earlier-strip.module.css'
import { previewMessages as text } from './preview-messages.ts'
import { Shortcomings } from './shortcomings.tsx'

/** The designs that are not on the sheet, each with its prompt, in one row that scrolls sideways. */
export function EarlierStrip({ results }: { results: Generation[] }) {
  const headingId = useId()
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {text.earlier}
      </h2>
      <ul className={styles.row}>
        {results.map((generation) => (
          <li key={generation.id} className={styles.item}>
            <EarlierResult generation={generation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EarlierResult({ generation }: { generation: Generation }) {
  const { design } = generation
  if (!design) return null
  const origin = originLine(design.origin)
  return (
    <figure className={styles.figure}>
      <a className={styles.open} href={design.imageUrl} target="_blank" rel="noopener">
        <DesignImage design={design} size="card" />
        <span className={visuallyHidden.text}>, {text.openInNewTab}</span>
      </a>
      <figcaption className={styles.words}>
        <p className={styles.subject}>{typesetSubject(design.subject)}</p>
        <Shortcomings className={styles.soft} generation={generation} />
        {origin && <p className={styles.soft}>{origin}</p>}
        <FullPrompt label={typeset(text.fullPrompt)} prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}
