import type { ScreenStates } from './examine-state.ts'

export const states = {
  profile: { screen: '/profile', state: 'view', how: 'open it', fr: ['Modifier le profil', '0', 'Membre', '{month} {year}'] },
  profileLoadFailed: { screen: '/profile', state: 'view, failed', how: 'the worker answers 500', fr: ['Une erreur est survenue'] },
  profileEdit: {
    screen: '/profile',
    state: 'edit',
    how: 'press Modifier le profil',
    fr: ["L'adresse email ne peut pas être modifiée", 'Annuler', 'Enregistrer'],
  },
  profileSaving: { screen: '/profile', state: 'saving', how: 'the worker does not answer yet', fr: ['Enregistrement...'] },
  profileDenied: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers permission-denied',
    fr: ['Erreur lors de la mise à jour du profil', 'Accès non autorisé. Veuillez vous reconnecter.'],
  },
  profilePrecondition: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers failed-precondition',
    fr: ['Une erreur technique est survenue. Veuillez rafraîchir la page.'],
  },
  profileNotFound: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers not-found',
    fr: ["La ressource demandée n'existe pas."],
  },
  profileExhausted: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers resource-exhausted',
    fr: ['Limite de requêtes atteinte. Veuillez réessayer plus tard.'],
  },
  profileFailed: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the tenant refuses the new name',
    fr: ['Erreur lors de la mise à jour du profil', 'Une erreur inattendue est survenue. Veuillez réessayer.'],
  },
  profileAlone: {
    screen: '/profile',
    state: 'without a member',
    how: 'its route is made public',
    fr: ['Veuillez vous connecter pour accéder à votre profil'],
  },
} as const satisfies ScreenStates
