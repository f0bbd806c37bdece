import type { ScreenStates } from './examine-state.ts'

export const states = {
  dashboardLoading: {
    screen: '/dashboard',
    state: 'loading',
    how: 'the worker does not answer yet',
    en: ['Active Hours', '12', 'Loading your designs...'],
  },
  dashboardEmpty: {
    screen: '/dashboard',
    state: 'no design',
    how: 'a new account',
    fr: ['À propos', 'Créer', 'Mes Designs', 'Tableau de bord', 'Déconnexion'],
    en: [
      'Member since {date}',
      'New Design',
      'View Gallery',
      'Settings',
      'Recent Designs',
      'Active Hours',
      '12',
      'Basic User',
      'No designs',
      'Get started by creating your first tattoo design',
      'Create a design',
    ],
  },
  dashboardMenu: {
    screen: '/dashboard',
    state: 'mobile menu open',
    how: 'press Menu on a narrow window',
    fr: ['Galerie', 'À propos', 'Créer', 'Tableau de bord', 'Déconnexion'],
  },
  dashboardFailed: { screen: '/dashboard', state: 'failed', how: 'the worker answers 500', en: ['Failed to fetch designs'] },
  dashboardFilled: {
    screen: '/dashboard',
    state: 'with designs',
    how: 'generate one',
    en: ['Recent Designs', 'Style', 'Size', 'Placement', 'Colors'],
    fr: ['Traditionnel', 'Moyen', 'Bras'],
  },
  dashboardPro: { screen: '/dashboard', state: 'more than 10 designs', how: 'the worker counts 11', en: ['11', 'Pro User'] },
  dashboardAlone: {
    screen: '/dashboard',
    state: 'without a member',
    how: 'its route is made public',
    en: ['Please sign in to access your dashboard'],
  },
  signOutFailed: {
    screen: 'header',
    state: 'signing out failed',
    how: 'the tenant is out of reach',
    fr: ['Erreur lors de la déconnexion'],
    reported: ['Failed to sign out'],
  },
} as const satisfies ScreenStates
