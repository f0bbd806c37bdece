import type { GenerationFailure, GenerationState, GeneratorProblem } from '@encre/generator-worker/contract'
import type { StyleId } from '@encre/protocol/catalogue'
import { sharedProblemSentences } from '@encre/remote-kit/problem-sentences'

export const messages = {
  pageTitle: 'Créer',
  title: 'Créez votre design de tatouage',
  signedOut: 'You must be logged in to generate designs',
  signIn: 'Se connecter',

  style: 'Choisissez un style',
  customise: 'Personnalisez',
  size: 'Taille',
  sizeDetail: 'Votre taille',
  sizeDetailHint: 'Par exemple 25 cm, ou 8 x 20 cm',
  sizeDetailMissing: 'Précisez la taille, par exemple 25 cm.',
  placement: 'Emplacement',
  placementDetail: 'Votre emplacement',
  placementDetailHint: 'Par exemple cheville, nuque, avant-bras',
  placementDetailMissing: 'Précisez l’emplacement, par exemple la cheville.',
  colours: 'Couleurs',
  noColour: 'Sans couleur choisie, le design est tracé à l’encre noire.',

  background: 'Fond',
  paper: 'Papier blanc',
  transparent: 'Transparent',
  backgroundHint: 'Sur papier blanc, le design se lit et s’imprime tel quel. Sans fond, il se pose sur une photo de votre peau.',

  reference: 'Image de référence',
  optional: 'facultatif',
  referenceDrop: 'Déposez une image ici, ou choisissez un fichier',
  referenceKinds: 'Toute image que votre navigateur sait lire. Elle est réduite sur votre appareil avant l’envoi.',
  referenceReading: 'Lecture de l’image...',
  referenceUnsupported: 'Le service d’images configuré ne peut pas utiliser d’image de référence.',
  referenceClear: 'Retirer l’image',
  referenceType: 'Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.',
  referenceSize: 'Cette image dépasse 10 Mo. Choisissez une image plus légère.',
  referenceUnreadable: 'Votre navigateur ne sait pas lire cette image. Choisissez une image PNG, JPEG ou WebP.',

  describe: 'Décrivez votre idée',
  describeHint: 'Un loup qui hurle à la lune, entouré de branches de pin',
  examples: 'Par exemple',
  describeMissing: 'Please enter a description for your tattoo',
  generate: 'Générer',
  generating: 'Génération...',

  preview: 'Aperçu',
  before: 'Vos designs apparaîtront ici après la génération',
  during: 'Création de votre design unique...',
  duringHint: 'Une image peut demander deux minutes. Vous pouvez quitter la page : le design sera dans votre galerie.',
  resending: 'Le serveur ne répond pas encore. Votre demande est renvoyée ; elle ne compte qu’une fois.',
  reconnecting: 'Connexion perdue. La création continue, nous essayons de la rejoindre.',
  cancel: 'Annuler',
  cancelling: 'Annulation...',
  cancelHint: 'Annulée, une image déjà commencée reste décomptée, et le fournisseur peut tout de même la facturer.',
  counted: 'Cet essai est décompté de vos générations du jour.',
  maybeCounted: 'Votre demande est peut-être arrivée. Vous pouvez la renvoyer : elle ne sera décomptée qu’une fois.',
  notCounted: 'Cet essai n’est pas décompté de vos générations du jour.',
  cancelFailed: 'L’annulation n’a pas abouti.',
  cancelled: 'La génération a été annulée.',
  interrupted: 'La génération a été interrompue : nous ne savons pas si l’image a été créée. Elle n’est pas décomptée.',
  startAgain: 'Lancer une nouvelle génération',
  ready: 'Votre design est prêt.',
  sheet: 'Design en cours',
  earlier: 'Designs précédents',
  others: 'Autres designs',
  openInNewTab: 'ouvrir dans un nouvel onglet',
  unknownSubject:
    'Le dessinateur intégré ne connaît pas ce sujet : il a fait un dessin abstrait. Essayez un autre mot, ou l’un des exemples.',
  opaque: 'Le service d’images n’a pas pu laisser le fond transparent : ce design est sur papier blanc.',
  fullPrompt: 'Texte complet envoyé au fournisseur',
  open: 'Ouvrir dans un nouvel onglet',
  request: 'Référence de la demande :',
}

/** Two ideas per style, to start from. */
export const exampleSubjects: Record<StyleId, readonly [string, string]> = {
  geometric: ['Un mandala en forme de fleur de lotus', 'Une montagne dans un triangle, sous la lune'],
  'animal-portrait': ['Un loup de face, le regard calme', 'Un hibou aux yeux clairs'],
  dotwork: ['Un croissant de lune et des étoiles', 'Un crâne entouré de fougères'],
  traditional: ['Une ancre et un ruban avec le prénom Louise', 'Une hirondelle et une rose'],
  japanese: ['Une carpe koï qui remonte le courant', 'Une pivoine et des vagues'],
  minimalist: ['Une branche de lavande', 'Une vague en une seule ligne'],
  watercolor: ['Un papillon aux ailes ouvertes', 'Une rose et des éclaboussures'],
}

export const stateMessages: Record<GenerationState, string> = {
  queued: 'En attente de son tour',
  calling: 'Le dessin se trace',
  storing: 'Le design rejoint votre galerie',
  done: 'Terminé',
  failed: 'Échec',
  interrupted: 'Interrompue',
  cancelled: 'Annulée',
}

const { internal: unexpected } = sharedProblemSentences

const reasons: Record<GenerationFailure | GeneratorProblem, string> = {
  ...sharedProblemSentences,
  'moderation-blocked': 'Le fournisseur d’images refuse cette description. Reformulez votre idée, puis réessayez.',
  'no-image': 'No image was generated',
  'invalid-image': 'L’image reçue est inutilisable. Veuillez réessayer.',
  'provider-busy': 'Le service d’images a atteint sa propre limite ; votre quota n’est pas en cause. Veuillez réessayer plus tard.',
  'provider-exhausted':
    'Le service d’images n’est plus disponible aujourd’hui ; votre quota n’est pas en cause. Veuillez réessayer plus tard.',
  'provider-unavailable': 'Le service d’images ne répond pas. Veuillez réessayer plus tard.',
  'provider-misconfigured': 'Le service d’images est mal réglé ; vous n’y êtes pour rien. Veuillez réessayer plus tard.',
  'save-failed': 'Le dessin est fait, mais votre galerie n’a pas pu le garder. Veuillez réessayer.',
  'attempts-exhausted': 'Trop d’essais ont été faits aujourd’hui avec votre compte. Réessayez demain.',
  'network-exhausted': 'De nouveaux comptes ont demandé trop de designs aujourd’hui depuis votre réseau. Réessayez demain.',
  'invalid-style': 'Invalid style selected',
  'empty-description': messages.describeMissing,
  'invalid-cursor': sharedProblemSentences['failed-precondition'],
  'missing-idempotency-key': unexpected,
  'invalid-idempotency-key': unexpected,
  'references-unsupported': messages.referenceUnsupported,
  'unknown-reference': 'L’image de référence n’est plus disponible. Veuillez réessayer.',
  'reference-too-large': messages.referenceSize,
  'reference-not-an-image': messages.referenceType,
}

// The specification's sentences for an invalid request, in English. They stand alone.
const titles = ['invalid-style', 'empty-description']

/** The title of a failure, in English as in the specification, and its reason. */
export interface FailureText {
  title: string
  reason: { text: string; lang: 'fr' | 'en' } | null
}

/**
 * The text for a `GenerationFailure` or a `GeneratorProblem`. An unknown code, from a newer worker, has no reason.
 * `hasOwn`, because every object has 'toString'.
 */
export function failureText(code: string): FailureText {
  if (!Object.hasOwn(reasons, code)) return { title: 'An unexpected error occurred', reason: null }
  const text = reasons[code as keyof typeof reasons]
  if (titles.includes(code)) return { title: text, reason: null }
  const title = code === 'save-failed' ? 'Failed to save design' : 'Failed to generate design:'
  return { title, reason: { text, lang: code === 'no-image' ? 'en' : 'fr' } }
}

/** The text of the shell's notification on another page. */
export function notificationText(state: GenerationState, subject: string): string {
  const design = `Votre design « ${subject.length > notifiedLength ? `${subject.slice(0, notifiedLength).trimEnd()}…` : subject} »`
  return state === 'done' ? `${design} est prêt.` : `${design} n’a pas pu être créé.`
}

const notifiedLength = 60

/** In French zero is singular. */
export function quotaLeft(left: number): string {
  return `Il vous reste ${left} génération${left > 1 ? 's' : ''} aujourd’hui`
}

export function quotaResets(resetsAt: string): string {
  return `De nouveau possible ${new Intl.DateTimeFormat('fr-FR', { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(new Date(resetsAt))}`
}
