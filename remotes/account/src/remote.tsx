import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { type Pages, showPage } from '@encre/remote-kit/pages'
import { ButtonLink } from '@encre/ui/button'
import type { ComponentType } from 'react'
import type { routes } from '../routes.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { ErasedPage } from './erasure/erased-page.tsx'
import { dashboardMessages, profileMessages, settingsMessages, signInLabel } from './messages.ts'
import page from './page.module.css'
import { ProfilePage } from './profile/profile-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'

const pages: Pages<typeof routes> = {
  '/dashboard': membersOnly(DashboardPage, 'en', dashboardMessages.signInFirst),
  '/profile': membersOnly(ProfilePage, 'fr', profileMessages.signInFirst),
  '/settings': membersOnly(SettingsPage, 'en', settingsMessages.signInFirst),
  '/compte-supprime': (shell) => <ErasedPage shell={shell} />,
}

export function Remote({ shell }: { shell: ShellApi }) {
  return showPage(pages, shell)
}

function membersOnly(
  Page: ComponentType<{ shell: ShellApi; member: Member }>,
  lang: 'fr' | 'en',
  text: string,
) {
  return (shell: ShellApi) =>
    shell.member ? (
      <Page shell={shell} member={shell.member} />
    ) : (
      <SignInFirst lang={lang} text={text} />
    )
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
