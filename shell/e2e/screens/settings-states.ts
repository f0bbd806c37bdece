import type { ScreenStates } from './examine-state.ts'

export const states = {
  settings: {
    screen: '/settings',
    state: 'Profile',
    how: 'open it',
    en: ['Account Settings', 'Profile', 'Security', 'Email cannot be changed', 'Save Changes'],
  },
  settingsSaving: { screen: '/settings', state: 'Profile, saving', how: 'the worker does not answer yet', en: ['Saving...'] },
  settingsSaved: { screen: '/settings', state: 'Profile, saved', how: 'save another name', en: ['Profile updated successfully'] },
  settingsFailed: {
    screen: '/settings',
    state: 'Profile, failed',
    how: 'the worker answers 500',
    fr: ['Erreur lors de la mise à jour du profil'],
  },
  security: { screen: '/settings', state: 'Security', how: 'choose the tab', en: ['Update Password'] },
  securityTooShort: {
    screen: '/settings',
    state: 'Security, refused',
    how: 'a new password of five characters',
    en: ['New password must be at least 6 characters long'],
  },
  securityMismatch: {
    screen: '/settings',
    state: 'Security, refused',
    how: 'two different new passwords',
    en: ['New passwords do not match'],
  },
  securityBusy: { screen: '/settings', state: 'Security, updating', how: 'the worker does not answer yet', en: ['Updating...'] },
  securityFailed: {
    screen: '/settings',
    state: 'Security, failed',
    how: 'a wrong current password',
    fr: ['Une erreur est survenue', 'Le mot de passe actuel est incorrect.'],
  },
  securityUpdated: { screen: '/settings', state: 'Security, updated', how: 'the right one', en: ['Password updated successfully'] },
  securityNobody: {
    screen: '/settings',
    state: 'Security, nobody signed in',
    how: 'the worker answers 401',
    fr: ['Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.'],
    reported: ['No authenticated user found'],
  },
  settingsAlone: {
    screen: '/settings',
    state: 'without a member',
    how: 'its route is made public',
    en: ['Please sign in to access your settings'],
  },
} as const satisfies ScreenStates
