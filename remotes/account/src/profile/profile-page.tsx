import { readMember } from '@encre/account-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { usePageTitle } from '@encre/remote-kit/pages'
import { useQuery } from '@encre/remote-kit/use-query'
import { Button } from '@encre/ui/button'
import { LoadFailure } from '@encre/ui/notice'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '../avatar.tsx'
import { profileMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'
import { RenameForm, useRename } from '../rename-form.tsx'
import { StatCards } from '../stat-cards.tsx'
import styles from './profile-page.module.css'

export function ProfilePage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.title)
  const { state, retry } = useQuery(shell, {
    key: member.id,
    read: (signal) => call(shell, readMember, { signal, prefetched: true }),
    failureMessage: messages.loadFailed,
  })
  const rename = useRename(shell, member)
  const [isEditing, setIsEditing] = useState(rename.hasDraft)
  const container = useRef<HTMLDivElement>(null)

  function handleEdit() {
    flushSync(() => setIsEditing(true))
    container.current?.querySelector('input')?.focus()
  }

  function leaveEditing() {
    flushSync(() => setIsEditing(false))
    container.current?.querySelector('button')?.focus()
  }

  async function handleSave() {
    if (!(await rename.save())) return
    leaveEditing()
    shell.announce(messages.saved)
  }

  function handleRetry() {
    container.current?.querySelector('h1')?.focus()
    retry()
  }

  function handleCancel() {
    rename.reset()
    leaveEditing()
  }

  return (
    <div ref={container} className={`${page.page} ${styles.columns}`} lang="fr">
      <header className={styles.header}>
        <Avatar name={member.name} />
        <div className={styles.identity}>
          <h1 tabIndex={-1} translate="no">
            {member.name}
          </h1>
          <p className={styles.email}>{member.email}</p>
        </div>
        {!isEditing && <Button onClick={handleEdit}>{messages.edit}</Button>}
      </header>
      <div>
        {isEditing ? (
          <RenameForm rename={rename} email={member.email} text={messages} onSave={handleSave}>
            <Button onClick={handleCancel}>{messages.cancel}</Button>
          </RenameForm>
        ) : (
          <StatCards
            stats={[
              // The specification's placeholder, the same for everyone.
              { label: messages.designsCreated, value: '0' },
              {
                label: messages.memberSince,
                value: state.status === 'loaded' ? messages.monthOf(state.value.createdAt) : null,
              },
              { label: messages.status, value: messages.member },
            ]}
          />
        )}
        {state.status === 'failed' && !isEditing && (
          <LoadFailure
            title={messages.loadFailed}
            reason={problemMessage(state.code)}
            retry={messages.retry}
            onRetry={handleRetry}
          />
        )}
        {!isEditing && (
          <nav className={styles.links} aria-label={messages.links}>
            <a href="/generator">{messages.create}</a>
            <a href="/gallery">{messages.gallery}</a>
            <a href="/settings">{messages.settings}</a>
          </nav>
        )}
      </div>
    </div>
  )
}
