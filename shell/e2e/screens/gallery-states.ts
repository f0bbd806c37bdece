import type { ScreenStates } from './screen-states.ts'

export const states = {
  galleryLoading: {
    screen: '/gallery',
    state: 'loading',
    how: 'the worker does not answer yet',
    fr: ['Mes Designs', 'Tous les styles', 'Chargement de vos designs...'],
  },
  galleryEmpty: { screen: '/gallery', state: 'no design', how: 'a new account', fr: ['Mes Designs', 'Aucun design trouvé'] },
  galleryFailed: { screen: '/gallery', state: 'failed', how: 'the worker answers 500', en: ['Failed to load designs'] },
  gallery: {
    screen: '/gallery',
    state: 'with designs',
    how: 'generate one',
    fr: [
      'Mes Designs',
      'Tous les styles',
      'Géométrique',
      'Portrait Animalier',
      'Pointillisme',
      'Traditionnel',
      'Japonais',
      'Minimaliste',
      'Aquarelle',
      'Un loup sous la lune',
      'Supprimer',
      'Aperçu local, dessiné sans IA',
    ],
  },
  galleryByAi: {
    screen: '/gallery',
    state: 'with a design of an AI',
    how: 'the worker says that its origin is an AI',
    fr: ['Image générée par IA'],
  },
  galleryConfirm: {
    screen: '/gallery',
    state: 'asking before a deletion',
    how: 'press Supprimer',
    fr: ['Êtes-vous sûr de vouloir supprimer ce design ?', 'Annuler', 'Supprimer'],
  },
  galleryDeleteFailed: {
    screen: '/gallery',
    state: 'a deletion failed',
    how: 'the worker answers 500',
    en: ['Failed to delete design'],
    reported: ['Failed to delete design'],
  },
  galleryFilteredEmpty: {
    screen: '/gallery',
    state: 'no design in the chosen style',
    how: 'filter',
    fr: ['Aucun design trouvé', 'Tous les styles'],
  },
} as const satisfies ScreenStates
