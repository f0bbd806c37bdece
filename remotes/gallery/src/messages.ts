import { type GalleryProblem, mostImports } from '@encre/gallery-worker/contract'
import { findSentence, sharedProblemSentences } from '@encre/remote-kit/sentences'

export const messages = {
  ownDrawing: 'Partir de votre dessin',
  lettering: 'Écrire des mots',
  answered: (subject: string) => `Réponse de votre tatoueur : « ${subject} »`,
  title: 'Mes Designs',
  filter: 'Filtrer par style',
  openFilter: 'Filtrer',
  allStyles: 'Tous les styles',
  loading: 'Chargement de vos designs...',
  loadFailed: 'Failed to load designs',
  offline:
    'Vous êtes hors ligne. Les designs affichés et l’atelier ouvert restent utilisables ; le reste attend le réseau.',
  retry: 'Réessayer',
  saving: 'Enregistrement...',
  empty: 'Aucun design trouvé',
  emptyHint: 'Décrivez une idée : le calque de votre premier tatouage prendra cette place.',
  emptyStyle: (style: string) => `Rien encore dans le style « ${style} ».`,
  create: 'Créer un design',
  showMore: 'Afficher plus',
  showingMore: 'Chargement...',
  fullPrompt: 'Texte complet envoyé',
  number: (number: number) => `n° ${number}`,
  childOf: (verb: 'Variation' | 'Issu', number: number | null, isDeleted: boolean) =>
    number === null
      ? `${verb} d’un ${isDeleted ? 'design supprimé' : 'autre design'}`
      : `${verb} du n° ${number}${isDeleted ? ', supprimé depuis' : ''}`,
  retouch: 'Retoucher',
  moreLikeThis: 'S’en inspirer',
  reusePrompt: 'Reprendre mes mots',
  atelier: 'Atelier',
  open: 'Ouvrir l’image',
  openOf: (subject: string) => `Ouvrir l’image : ${subject} (nouvel onglet)`,
  delete: 'Supprimer',
  more: 'Plus d’actions',
  moreOf: (subject: string) => `Plus d’actions : ${subject}`,
  confirmDelete: 'Êtes-vous sûr de vouloir supprimer ce design ?',
  linksRest:
    'Les liens envoyés ne s’ouvriront plus. Annuler les rend pendant 24 heures, réponses comprises ; ensuite ils prennent fin.',
  legal: 'mentions légales',
  stopped: (date: string) => `Partage arrêté le ${date}`,
  stoppedReason: (reason: string) => `Motif : ${reason}`,
  stoppedWithoutReason: 'une décision de l’éditeur après un signalement.',
  stoppedAbout:
    'Les liens de cette image ont pris fin et vous ne pouvez pas en créer d’autre. Elle reste dans vos designs. Pour contester, écrivez à l’éditeur :',
  confirmDeleteSeveral: (count: number) =>
    `Êtes-vous sûr de vouloir supprimer ces ${count} designs ?`,
  select: 'Sélectionner',
  selection: 'Sélection',
  selectedCount: (count: number) =>
    count < 2 ? `${count} design sélectionné` : `${count} designs sélectionnés`,
  addToFavourites: 'Ajouter aux favoris',
  download: 'Télécharger (ZIP)',
  tooManyToDownload: (most: number) =>
    `Plus de ${most} designs : téléchargez-les en plusieurs fois.`,
  downloadFailed: 'Le téléchargement n’a pas commencé.',
  endSelection: 'Terminer',
  cancel: 'Annuler',
  deletedCount: (count: number) => (count === 1 ? 'Design supprimé' : `${count} designs supprimés`),
  restoredCount: (count: number) =>
    count === 1 ? 'Design restauré' : `${count} designs restaurés`,
  restoreFailed: 'Le design n’a pas été restauré.',
  recentlyDeleted: 'Supprimés récemment',
  recentlyDeletedHint:
    'Vos designs supprimés attendent ici 24 heures. Ensuite ils sont effacés pour de bon.',
  nothingDeleted: 'Rien n’a été supprimé depuis 24 heures.',
  hoursLeft: (hours: number) => (hours === 1 ? 'encore 1 heure' : `encore ${hours} heures`),
  restore: 'Restaurer',
  restoreOf: (subject: string) => `Restaurer : ${subject}`,
  deleteFailed: 'Failed to delete design',
  kept: 'Le design est toujours dans votre galerie.',
  allDesigns: 'Tous les designs',
  emptySearch: (words: string) => `Aucun de vos designs ne contient « ${words} ».`,
  emptyFavourites: 'Marquez un design d’une étoile : il apparaîtra ici.',
  search: 'Rechercher dans vos designs',
  searchPlaceholder: 'Loup, cœur, rose...',
  favourites: 'Favoris',
  favourite: 'Favori',
  favouriteOf: (subject: string) => `Favori : ${subject}`,
  favouriteAdded: 'Ajouté aux favoris',
  favouriteRemoved: 'Retiré des favoris',
  favouriteFailed: 'Le favori n’a pas été enregistré.',
  order: 'Trier',
  newest: 'Récents',
  oldest: 'Anciens',
  imageFailed: 'L’image ne s’affiche pas.',
  imageLoading: 'Chargement de l’image...',
  retryImageOf: (subject: string) => `Réessayer : image de ${subject}`,
}

// Members send no answers.
const sentences: Record<
  Exclude<GalleryProblem, 'too-many-answers' | 'too-many-reports'>,
  string
> = {
  ...sharedProblemSentences,
  // The worker no longer accepts what this page sends: the page is too old.
  'invalid-cursor': sharedProblemSentences['failed-precondition'],
  'invalid-style': sharedProblemSentences['failed-precondition'],
  'too-many-links': 'Ce design a déjà dix liens actifs. Révoquez-en un, puis réessayez.',
  'sharing-stopped':
    'Le partage de cette image a été arrêté après un signalement. Elle reste dans vos designs.',
  'link-ended': 'Ce lien a pris fin. Créez-en un nouveau.',
  'invalid-image': 'Ce fichier n’est pas une image lisible.',
  'too-many-imports': `${mostImports} dessins par jour au plus. Réessayez demain.`,
  'version-conflict': sharedProblemSentences['failed-precondition'],
}

export function problemMessage(code: string): string {
  return findSentence(sentences, code)
}

const plural = new Intl.PluralRules('fr')

/**
 * How many designs are shown; with `hasMore`, there are more than that. In French zero is singular.
 */
export function countMessage(count: number, hasMore: boolean): string {
  const words = `${count.toLocaleString('fr')} ${plural.select(count) === 'one' ? 'design' : 'designs'}`
  return hasMore ? `Plus de ${words}` : words
}
