import type { GalleryProblem } from '@encre/gallery-worker/contract'
import { findSentence, sharedProblemSentences } from '@encre/remote-kit/problem-sentences'

export const messages = {
  title: 'Mes Designs',
  filter: 'Filtrer par style',
  allStyles: 'Tous les styles',
  loading: 'Chargement de vos designs...',
  loadFailed: 'Failed to load designs',
  retry: 'Réessayer',
  empty: 'Aucun design trouvé',
  emptyHint: 'Décrivez une idée : le calque de votre premier tatouage prendra cette place.',
  emptyStyle: (style: string) => `Rien encore dans le style « ${style} ».`,
  create: 'Créer un design',
  showMore: 'Afficher plus',
  showingMore: 'Chargement...',
  fullPrompt: 'Prompt complet',
  atelier: 'Atelier',
  atelierOf: (subject: string) => `Atelier : ${subject}`,
  open: "Ouvrir l'image",
  openOf: (subject: string) => `Ouvrir l'image : ${subject} (nouvel onglet)`,
  delete: 'Supprimer',
  deleteOf: (subject: string) => `Supprimer : ${subject}`,
  confirmDelete: 'Êtes-vous sûr de vouloir supprimer ce design ?',
  cancel: 'Annuler',
  deleted: 'Design supprimé',
  deleteFailed: 'Failed to delete design',
  kept: 'Le design est toujours dans votre galerie.',
}

const sentences: Record<GalleryProblem, string> = {
  ...sharedProblemSentences,
  // The worker no longer accepts what this page sends: the page is too old.
  'invalid-cursor': sharedProblemSentences['failed-precondition'],
  'invalid-style': sharedProblemSentences['failed-precondition'],
}

/** The French sentence of a problem code. */
export function problemMessage(code: string): string {
  return findSentence(sentences, code)
}

const plural = new Intl.PluralRules('fr')

/** How many designs are shown; with `hasMore`, there are more than that. In French zero is singular. */
export function countMessage(count: number, hasMore: boolean): string {
  const words = `${count.toLocaleString('fr')} ${plural.select(count) === 'one' ? 'design' : 'designs'}`
  return hasMore ? `Plus de ${words}` : words
}
