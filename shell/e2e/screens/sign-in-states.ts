import type { ScreenStates } from './examine-state.ts'

export const states = {
  signIn: { screen: '/sign-in', state: 'empty', how: 'open it', fr: ['Email', 'Mot de passe', 'Se connecter', 'Créer un compte'] },
  signInMissing: { screen: '/sign-in', state: 'refused', how: 'send it empty', fr: ['Veuillez remplir tous les champs'] },
  signInBusy: { screen: '/sign-in', state: 'busy', how: 'the tenant does not answer yet', fr: ['Connexion...'] },
  signInFailed: {
    screen: '/sign-in',
    state: 'failed',
    how: 'a wrong password',
    en: ['Failed to sign in'],
    fr: ['Email ou mot de passe incorrect.'],
  },
  forgot: { screen: '/forgot-password', state: 'empty', how: 'open it', fr: ['Envoyer le lien', 'Retour à la connexion'] },
  forgotSent: {
    screen: '/forgot-password',
    state: 'sent',
    how: 'send an address',
    fr: ['Un email de réinitialisation a été envoyé à votre adresse email.'],
  },
  forgotFailed: {
    screen: '/forgot-password',
    state: 'failed',
    how: 'the tenant answers 500',
    fr: ["Une erreur est survenue lors de l'envoi de l'email de réinitialisation"],
    reported: ['Failed to send password reset email'],
  },
} as const satisfies ScreenStates
