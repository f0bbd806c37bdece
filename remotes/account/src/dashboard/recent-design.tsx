import type { Dashboard } from '@encre/account-worker/contract'
import { locationLabel, sizeLabel, styleName } from '@encre/protocol/catalogue'
import { originLine } from '@encre/remote-kit/origin-line'
import { ColourDots } from '@encre/ui/colour-dots'
import { DesignImage } from '@encre/ui/design-image'
import { FullPrompt } from '@encre/ui/full-prompt'
import { typesetSubject } from '@encre/ui/typeset'
import { dashboardMessages as messages } from '../messages.ts'
import styles from './recent-design.module.css'

/** The page is in English. The member's words and the catalogue's labels are in French. */
export function RecentDesign({ design }: { design: Dashboard['recent'][number] }) {
  const origin = originLine(design.origin)
  return (
    <article className={styles.design} aria-labelledby={`design-${design.id}`}>
      <div className={styles.image}>
        <DesignImage design={design} size="card" />
      </div>
      <div className={styles.words}>
        <h3 id={`design-${design.id}`} className={styles.subject} lang="fr">
          {typesetSubject(design.subject)}
        </h3>
        <FullPrompt label={messages.fullPrompt} prompt={design.prompt} />
        {origin && (
          <p className={styles.origin} lang="fr">
            {origin}
          </p>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{messages.style}</dt>
          <dd lang="fr">{styleName(design.style)}</dd>
        </div>
        <div>
          <dt>{messages.size}</dt>
          <dd lang="fr">{sizeLabel(design)}</dd>
        </div>
        <div>
          <dt>{messages.placement}</dt>
          <dd lang="fr">{locationLabel(design)}</dd>
        </div>
        <div>
          <dt>{messages.colours}</dt>
          <dd>{design.colors.length > 0 ? <ColourDots colours={design.colors} /> : messages.blackInk}</dd>
        </div>
      </dl>
    </article>
  )
}
