import type { ShellApi } from '@encre/protocol/shell-api'
import { type Pages, showPage } from '@encre/remote-kit/pages'
import { ButtonLink } from '@encre/ui/button'
import type { routes } from '../routes.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { ErasedPage } from './erasure/erased-page.tsx'
import { dashboardMessages, profileMessages, settingsMessages, signInLabel } from './messages.ts'
import page from './page.module.css'
import { ProfilePage } from './profile/profile-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'

const pages: Pages<typeof routes> = {
  '/dashboard': (shell) =>
    shell.member ? (
      <DashboardPage shell={shell} member={shell.member} />
    ) : (
      <SignInFirst lang="en" text={dashboardMessages.signInFirst} />
    ),
  '/profile': (shell) =>
    shell.member ? (
      <ProfilePage shell={shell} member={shell.member} />
    ) : (
      <SignInFirst lang="fr" text={profileMessages.signInFirst} />
    ),
  '/settings': (shell) =>
    shell.member ? (
      <SettingsPage shell={shell} member={shell.member} />
    ) : (
      <SignInFirst lang="en" text={settingsMessages.signInFirst} />
    ),
  '/compte-supprime': (shell) => <ErasedPage shell={shell} />,
}

export function Remote({ shell }: { shell: ShellApi }) {
  return showPage(pages, shell)
}

function SignInFirst({ lang, text }: { lang: 'fr' | 'en'; text: string }) {
  return (
    <div className={page.page} lang={lang}>
      <h1 className={page.lead}>{text}</h1>
      <ButtonLink href="/sign-in" variant="primary">
        {signInLabel[lang]}
      </ButtonLink>
    </div>
  )
}
