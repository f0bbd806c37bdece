import type { Skeletons } from '@encre/remote-kit/pages'
import { nobody, skeletonShell } from '@encre/remote-kit/skeleton-shell'
import type { routes } from './routes.ts'
import { DashboardPage } from './src/dashboard/dashboard-page.tsx'
import { ProfilePage } from './src/profile/profile-page.tsx'
import { SettingsPage } from './src/settings/settings-page.tsx'

/** The pages' own first states, which the site shows before this remote's code runs. */
export const skeletons = {
  '/dashboard': <DashboardPage shell={skeletonShell('/dashboard')} member={nobody} />,
  '/profile': <ProfilePage shell={skeletonShell('/profile')} member={nobody} />,
  '/settings': <SettingsPage shell={skeletonShell('/settings')} member={nobody} />,
  '/compte-supprime': null,
} satisfies Skeletons<typeof routes>
