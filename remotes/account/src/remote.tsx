import type { ShellApi } from '@encre/protocol/shell-api'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { ErasedPage } from './erasure/erased-page.tsx'
import { dashboardMessages, profileMessages, settingsMessages } from './messages.ts'
import { ProfilePage } from './profile/profile-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { SignInFirst } from './sign-in-first.tsx'

/** The entry of this remote: picks the page by its path. */
export function Remote({ shell }: { shell: ShellApi }) {
  const { member } = shell
  switch (new URL(shell.path, 'https://encre.invalid').pathname) {
    case '/profile':
      return member ? <ProfilePage shell={shell} member={member} /> : <SignInFirst lang="fr" text={profileMessages.signInFirst} />
    case '/settings':
      return member ? <SettingsPage shell={shell} member={member} /> : <SignInFirst lang="en" text={settingsMessages.signInFirst} />
    case '/compte-supprime':
      return <ErasedPage shell={shell} />
    default:
      return member ? <DashboardPage shell={shell} member={member} /> : <SignInFirst lang="en" text={dashboardMessages.signInFirst} />
  }
}
