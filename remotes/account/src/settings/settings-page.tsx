import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/use-page-title'
import { EraseAccount } from '../erasure/erase-account.tsx'
import { DataExportSection } from '../export/data-export-section.tsx'
import { settingsMessages as messages } from '../messages.ts'
import page from '../page.module.css'
import { PasswordForm } from './password-form.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import styles from './settings-page.module.css'
import { Tabs } from './tabs.tsx'

export function SettingsPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.title)
  return (
    <div className={page.page} lang="en">
      <header className={page.header}>
        <h1 className={page.title}>{messages.title}</h1>
      </header>
      <div className={styles.columns}>
        <div>
          <Tabs
            label={messages.title}
            tabs={[
              { id: 'profile', label: messages.profileTab, panel: <ProfileSettings shell={shell} member={member} /> },
              { id: 'security', label: messages.securityTab, panel: <PasswordForm shell={shell} member={member} /> },
            ]}
          />
        </div>
        <div className={styles.aside}>
          <DataExportSection shell={shell} />
          <EraseAccount shell={shell} member={member} />
        </div>
      </div>
    </div>
  )
}
