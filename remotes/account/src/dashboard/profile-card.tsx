import type { Member } from '@encre/protocol/shell-api'
import { Avatar } from '../avatar.tsx'
import { dashboardMessages as messages } from '../messages.ts'
import styles from './profile-card.module.css'

/** A link to the profile. `createdAt` is null until it is loaded. */
export function ProfileCard({ member, createdAt }: { member: Member; createdAt: string | null }) {
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
