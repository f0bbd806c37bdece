import { proThreshold } from '@encre/protocol/catalogue'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { useQuery } from '@encre/remote-kit/use-query'
import { ButtonLink } from '@encre/ui/button'
import { getDashboard } from '../account-api.ts'
import { Avatar } from '../avatar.tsx'
import { dashboardMessages as messages } from '../messages.ts'
import page from '../page.module.css'
import { StatCards } from '../stat-cards.tsx'
import styles from './dashboard-page.module.css'
import { RecentDesigns } from './recent-designs.tsx'

export function DashboardPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.title)
  const { state, retry } = useQuery(shell, {
    key: member.id,
    read: (signal) => getDashboard(shell, signal),
    failureMessage: messages.failed,
  })
  const dashboard = state.status === 'loaded' ? state.value : null

  return (
    <div className={page.page} lang="en">
      <header className={page.header}>
        <h1 className={page.title}>{messages.title}</h1>
        <nav className={page.actions} aria-label={messages.quickActions}>
          <ButtonLink href="/generator" variant="primary">
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
            { label: messages.designs, value: dashboard ? dashboard.designCount.toLocaleString('en') : null },
            // The specification's placeholder, the same for everyone.
            { label: messages.activeHours, value: '12' },
            { label: messages.status, value: dashboard ? statusOf(dashboard.designCount) : null },
          ]}
        />
      </div>
      <RecentDesigns state={state} onRetry={retry} />
    </div>
  )
}

function statusOf(designCount: number): string {
  return designCount > proThreshold ? messages.proUser : messages.basicUser
}

/** A link to the profile. `createdAt` is null until it is loaded. */
function ProfileCard({ member, createdAt }: { member: Member; createdAt: string | null }) {
  return (
    <a className={styles.card} href="/profile">
      <Avatar name={member.name} />
      <span className={styles.words}>
        <span className={styles.name}>{member.name}</span>
        <span className={styles.detail}>{member.email}</span>
        <span className={`${styles.detail} ${styles.since}`}>{createdAt && messages.memberSince(createdAt)}</span>
        <span className={styles.way}>{messages.viewProfile}</span>
      </span>
    </a>
  )
}
