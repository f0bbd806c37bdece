import type { ShellApi } from '@encre/protocol/shell-api'
import { type Pages, showPage } from '@encre/remote-kit/pages'
import type { routes } from '../routes.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { ErasedPage } from './erasure/erased-page.tsx'
import { dashboardMessages, profileMessages, settingsMessages } from './messages.ts'
import { ProfilePage } from './profile/profile-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { SignInFirst } from './sign-in-first.tsx'

const pages: Pages<typeof routes> = {
  '/dashboard': (shell) =>
    shell.member ? <DashboardPage shell={shell} member={shell.member} /> : <SignInFirst lang="en" text={dashboardMessages.signInFirst} />,
  '/profile': (shell) =>
    shell.member ? <ProfilePage shell={shell} member={shell.member} /> : <SignInFirst lang="fr" text={profileMessages.signInFirst} />,
  '/settings': (shell) =>
    shell.member ? <SettingsPage shell={shell} member={shell.member} /> : <SignInFirst lang="en" text={settingsMessages.signInFirst} />,
  '/compte-supprime': (shell) => <ErasedPage shell={shell} />,
}

/** The entry of this remote. */
export function Remote({ shell }: { shell: ShellApi }) {
  return showPage(pages, shell)
}
