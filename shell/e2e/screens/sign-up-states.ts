import type { ScreenStates } from './screen-states.ts'

export const states = {
  signUp: {
    screen: '/sign-up',
    state: 'empty',
    how: 'open it',
    fr: ['Nom', 'Email', 'Mot de passe', 'Confirmer le mot de passe', 'Créer un compte', 'Se connecter'],
  },
  signUpMissing: { screen: '/sign-up', state: 'refused', how: 'send it empty', fr: ['Veuillez remplir tous les champs'] },
  signUpMismatch: {
    screen: '/sign-up',
    state: 'refused',
    how: 'two different passwords',
    fr: ['Les mots de passe ne correspondent pas'],
  },
  signUpTooShort: {
    screen: '/sign-up',
    state: 'refused',
    how: 'a password of five characters',
    fr: ['Le mot de passe doit contenir au moins 6 caractères'],
  },
  signUpBusy: { screen: '/sign-up', state: 'busy', how: 'the tenant does not answer yet', fr: ['Création du compte...'] },
  signUpFailed: {
    screen: '/sign-up',
    state: 'failed',
    how: 'the tenant answers 500',
    en: ['Failed to create account'],
    fr: ["Une erreur est survenue lors de l'inscription"],
  },
} as const satisfies ScreenStates
