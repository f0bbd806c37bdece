import type { GalleryProblem } from '@encre/gallery-worker/contract'

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

const unexpected = 'Une erreur inattendue est survenue. Veuillez réessayer.'
const refresh = 'Une erreur technique est survenue. Veuillez rafraîchir la page.'

const problems: Record<GalleryProblem, string> = {
  'permission-denied': 'Accès non autorisé. Veuillez vous reconnecter.',
  'failed-precondition': refresh,
  'not-found': "La ressource demandée n'existe pas.",
  'resource-exhausted': 'Limite de requêtes atteinte. Veuillez réessayer plus tard.',
  // Only a page older than its worker asks for these.
  'invalid-cursor': refresh,
  'invalid-style': refresh,
  'invalid-request': unexpected,
  'method-not-allowed': unexpected,
  unavailable: unexpected,
  internal: unexpected,
}

/** A newer worker may send a code that this page has never heard of. `hasOwn`, because 'toString' is in every object. */
export function problemMessage(code: string): string {
  return Object.hasOwn(problems, code) ? problems[code as GalleryProblem] : unexpected
}

// An origin that this page does not know is not claimed to be either.
const origins: Record<string, string> = {
  ai: 'Image générée par IA',
  drawn: 'Aperçu local, dessiné sans IA',
}

export function originMessage(origin: string): string | null {
  return Object.hasOwn(origins, origin) ? (origins[origin] ?? null) : null
}

const plural = new Intl.PluralRules('fr')

/** In French zero is singular. `hasMore`: pages that were not read yet are not counted. */
export function countMessage(count: number, hasMore: boolean): string {
  const words = `${count.toLocaleString('fr')} ${plural.select(count) === 'one' ? 'design' : 'designs'}`
  return hasMore ? `Plus de ${words}` : words
}
