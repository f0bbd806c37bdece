import type { ScreenStates } from './screen-states.ts'

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
} as const satisfies ScreenStates
