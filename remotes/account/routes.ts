import { defineRoutes } from '@encre/protocol/release'

export const routes = defineRoutes([
  {
    path: '/dashboard',
    access: 'member',
    lang: 'en',
    title: 'Dashboard',
    header: { label: 'Tableau de bord', order: 30 },
    prefetch: ['/api/account/dashboard'],
  },
  {
    path: '/profile',
    access: 'member',
    lang: 'fr',
    title: 'Profil',
    prefetch: ['/api/account/me'],
  },
  { path: '/settings', access: 'member', lang: 'en', title: 'Account Settings' },
  { path: '/compte-supprime', access: 'public', lang: 'fr', title: 'Compte supprimé' },
])
