import { type Dashboard, readDashboard } from '@encre/account-worker/contract'
import {
  colourLabel,
  locationLabel,
  proThreshold,
  sizeLabel,
  styleName,
} from '@encre/protocol/catalogue'
import { type StoppedDesign, translateSubject } from '@encre/protocol/design'
import { artistPath, generatorPath, type Idea, ideaPath, readIdea } from '@encre/protocol/links'
import { isOrigin } from '@encre/protocol/origin'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { usePageTitle } from '@encre/remote-kit/pages'
import { type QueryState, useQuery } from '@encre/remote-kit/use-query'
import { ButtonLink } from '@encre/ui/button'
import { ColourDots, DesignImage, FullPrompt } from '@encre/ui/design-parts'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { typesetSubject } from '@encre/ui/typeset'
import { useRef } from 'react'
import { Avatar } from '../avatar.tsx'
import { dashboardMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'
import { StatCards } from '../stat-cards.tsx'
import styles from './dashboard-page.module.css'

export function DashboardPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.title)
  const { state, retry } = useQuery(shell, {
    key: member.id,
    read: (signal) => call(shell, readDashboard, { signal, prefetched: true }),
    failureMessage: messages.failed,
  })
  const dashboard = state.status === 'loaded' ? state.value : null
  // The idea that the visitor came for: the shell keeps it in the address, and the generator reads
  // it from there.
  const idea = readIdea(shell.path)
  const generator = idea ? ideaPath(idea) : generatorPath

  return (
    <div className={page.page} lang="en">
      <header className={page.header}>
        <h1>{messages.title}</h1>
        <nav className={page.actions} aria-label={messages.quickActions}>
          <ButtonLink href={generator} variant="primary">
            {messages.newDesign}
          </ButtonLink>
          <ButtonLink href="/gallery">{messages.viewGallery}</ButtonLink>
          <ButtonLink href="/settings">{messages.settings}</ButtonLink>
        </nav>
      </header>
      <div className={styles.overview}>
        <ProfileCard member={member} createdAt={dashboard?.user.createdAt ?? null} />
        <StatCards
          stats={[
            {
              label: messages.designs,
              value: dashboard ? dashboard.designCount.toLocaleString('en') : null,
            },
            // The specification's placeholder, the same for everyone.
            { label: messages.activeHours, value: '12' },
            { label: messages.status, value: dashboard ? statusOf(dashboard.designCount) : null },
          ]}
        />
      </div>
      <RecentDesigns state={state} onRetry={retry} generator={generator} idea={idea} />
    </div>
  )
}

/** Below the title of the list, which would move if they came above it. */
function News({ answered = [], stopped = [] }: Pick<Dashboard, 'answered' | 'stopped'>) {
  return (
    <>
      {answered.map(({ designId, subject }) => (
        <div key={designId} className={styles.answer}>
          <Notice kind="success" title={messages.answered}>
            <a href={artistPath(designId)} lang="fr">
              {`“${subject}”`}
            </a>
          </Notice>
        </div>
      ))}
      {stopped.map((each) => (
        <div key={each.designId} className={styles.answer}>
          <StoppedNotice {...each} />
        </div>
      ))}
    </>
  )
}

/** The operator's reason is in French, as the reports are. */
function StoppedNotice({ designId, subject, at, reason }: StoppedDesign) {
  return (
    <Notice kind="error" title={messages.stopped(at)}>
      <p>
        <a href={`/gallery/${encodeURIComponent(designId)}`} lang="fr">
          {`“${subject}”`}
        </a>
      </p>
      <p>
        {messages.stoppedReason}
        {reason ? <span lang="fr">{reason}</span> : messages.stoppedWithoutReason}
      </p>
      <p>
        {messages.stoppedAbout} <a href="/mentions-legales">{messages.legal}</a>.
      </p>
    </Notice>
  )
}

function statusOf(designCount: number): string {
  return designCount > proThreshold ? messages.proUser : messages.basicUser
}

function ProfileCard({ member, createdAt }: { member: Member; createdAt: string | null }) {
  return (
    <a className={styles.card} href="/profile">
      <Avatar name={member.name} />
      <span className={styles.words}>
        <span className={styles.name} translate="no">
          {member.name}
        </span>
        <span className={page.hint}>{member.email}</span>
        <span className={`${page.hint} ${styles.since}`}>
          {createdAt && messages.memberSince(createdAt)}
        </span>
        <span className={styles.way}>{messages.viewProfile}</span>
      </span>
    </a>
  )
}

interface RecentDesignsProps {
  state: QueryState<Dashboard>
  onRetry: () => void
  generator: string
  idea: Idea | null
}

function RecentDesigns({ state, onRetry, generator, idea }: RecentDesignsProps) {
  const title = useRef<HTMLHeadingElement>(null)

  function handleRetry() {
    // The button that has the focus disappears.
    title.current?.focus()
    onRetry()
  }

  return (
    <section aria-labelledby="recent-designs">
      <div className={styles.header}>
        <h2 ref={title} id="recent-designs" className={styles.title} tabIndex={-1}>
          {messages.recentDesigns}
        </h2>
        <ButtonLink href={generator}>{messages.newDesign}</ButtonLink>
      </div>
      {state.status === 'loading' && (
        <p className={styles.loading} role="status">
          {messages.loading}
        </p>
      )}
      {state.status === 'failed' && (
        <LoadFailure
          title={messages.failed}
          reason={problemMessage(state.code)}
          retry={messages.retry}
          onRetry={handleRetry}
        />
      )}
      {state.status === 'loaded' && <News {...state.value} />}
      {state.status === 'loaded' && state.value.recent.length === 0 && (
        <div className={styles.empty}>
          <h3 className={styles.emptyTitle}>{messages.empty}</h3>
          <p>{messages.emptyHint}</p>
          {idea && <p>{messages.idea(idea.words, styleName(idea.style))}</p>}
          <ButtonLink href={generator}>{messages.create}</ButtonLink>
        </div>
      )}
      {state.status === 'loaded' && state.value.recent.length > 0 && (
        <ul className={styles.list}>
          {state.value.recent.map((design) => (
            <li key={design.id} className={styles.row}>
              <RecentDesign design={design} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The page is in English. The member's words and the catalogue's labels are in French. */
function RecentDesign({ design }: { design: Dashboard['recent'][number] }) {
  const { origin } = design
  const inks = design.colors.map(colourLabel)
  return (
    <article className={styles.design} aria-labelledby={`design-${design.id}`}>
      <div className={styles.image}>
        <DesignImage design={design} size="card" inks={inks} />
      </div>
      <div className={styles.text}>
        <h3
          id={`design-${design.id}`}
          className={styles.subject}
          lang="fr"
          translate={translateSubject(design)}
        >
          {typesetSubject(design.subject)}
        </h3>
        <FullPrompt label={messages.fullPrompt} prompt={design.prompt} />
        {isOrigin(origin) && <p className={page.hint}>{messages.origins[origin]}</p>}
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
          <dd>
            {inks.length > 0 ? (
              <ColourDots colours={design.colors} names={inks} />
            ) : (
              messages.blackInk
            )}
          </dd>
        </div>
      </dl>
    </article>
  )
}
