import type { ListedDesign } from '@encre/gallery-worker/contract'
import { describeChoices } from '@encre/protocol/catalogue'
import { originLine } from '@encre/protocol/provenance'
import { ButtonLink } from '@encre/ui/button'
import { ColourDots, DesignImage } from '@encre/ui/design-parts'
import { typeset } from '@encre/ui/typeset'
import facts from '../facts.module.css'
import { retouchPath, varyPath } from '../filter/gallery-filter.ts'
import { messages } from '../messages.ts'
import { ParentLine } from '../parent-line.tsx'
import { formatDate, atelierMessages as text } from './atelier-messages.ts'
import styles from './design-details.module.css'
import { fileNameOf } from './save-file.ts'

/** The design as it was made: its image, what was chosen, and the original to download. */
export function DesignDetails({ design }: { design: ListedDesign }) {
  const origin = originLine(design.origin)
  return (
    <section className={styles.details} aria-labelledby="design-details">
      <div className={styles.image}>
        <DesignImage design={design} />
      </div>
      <div className={styles.words}>
        <h2 id="design-details" className={styles.heading}>
          {text.details}
        </h2>
        <dl className={`${facts.facts} ${facts.stacked}`}>
          {design.number !== undefined && (
            <>
              <dt>{text.number}</dt>
              <dd>{typeset(messages.number(design.number))}</dd>
            </>
          )}
          {design.parentId && (
            <>
              <dt>{text.parent}</dt>
              <dd>
                <ParentLine design={design} />
              </dd>
            </>
          )}
          <dt>{text.choices}</dt>
          <dd>
            {describeChoices(design)} <ColourDots colours={design.colors} />
          </dd>
          <dt>{text.date}</dt>
          <dd>{formatDate(design.createdAt)}</dd>
          {origin && (
            <>
              <dt>{text.origin}</dt>
              <dd>{origin}</dd>
            </>
          )}
          {design.prompt && (
            <>
              <dt>{text.prompt}</dt>
              {/* In English, around the member's own words. */}
              <dd lang="en">{design.prompt}</dd>
            </>
          )}
        </dl>
        <div className={styles.links} data-screen-only>
          <ButtonLink href={retouchPath(design.id)}>{messages.retouch}</ButtonLink>
          <ButtonLink href={varyPath(design.id, { asReference: true })}>{messages.moreLikeThis}</ButtonLink>
          <ButtonLink href={varyPath(design.id, { asReference: false })}>{messages.reusePrompt}</ButtonLink>
          <ButtonLink href={design.imageUrl} download={fileNameOf(design.subject, 'original')}>
            {typeset(text.downloadOriginal)}
          </ButtonLink>
          <ButtonLink variant="quiet" href={design.imageUrl} target="_blank" rel="noopener">
            {text.openImage}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
