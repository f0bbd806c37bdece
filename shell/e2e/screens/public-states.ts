import type { ScreenStates } from './examine-state.ts'

export const states = {
  home: {
    screen: '/',
    state: 'visitor',
    how: 'open it',
    fr: ['Commencer à créer', 'Voir la galerie', 'Galerie', 'À propos', 'Connectez-vous', 'Mentions légales', 'Confidentialité'],
  },
  homeMenu: {
    screen: '/',
    state: 'visitor, mobile menu open',
    how: 'press Menu on a narrow window',
    fr: ['Galerie', 'À propos', 'Connexion'],
  },
  about: {
    screen: '/about',
    state: 'visitor',
    how: 'open it',
    fr: [
      'Notre Mission',
      'Nos Technologies',
      'IA avancée',
      'Designs personnalisés',
      'Sécurité et confidentialité',
      'Génération rapide',
      'Collaboration avec les tatoueurs',
      'Styles variés',
    ],
  },
  legal: { screen: '/mentions-legales', state: 'visitor', how: 'open it', fr: ['Mentions légales', 'Éditeur du site'] },
  privacy: { screen: '/confidentialite', state: 'visitor', how: 'open it', fr: ['Confidentialité', 'Ce que nous gardons'] },
  notFound: { screen: 'any other address', state: 'visitor', how: 'open it', fr: ['Page introuvable', 'Retour à l’accueil'] },
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
