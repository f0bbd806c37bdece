import type { GeneratorOptions } from '@encre/generator-worker/contract'
import type { StyleId } from '@encre/protocol/catalogue'

export const messages = {
  pageTitle: 'Créer',
  title: 'Créez votre design de tatouage',
  signedOut: 'You must be logged in to generate designs',
  signIn: 'Se connecter',

  style: 'Choisissez un style',
  customise: 'Personnalisez',
  size: 'Taille',
  placement: 'Emplacement',
  change: 'Changer',
  options: 'Options',
  colours: 'Couleurs',
  noColour: 'Sans couleur choisie, le design est tracé à l’encre noire.',

  paper: 'Papier blanc',
  transparentLine: 'Sans fond',
  count: 'Nombre d’images',
  one: '1 image',

  reference: 'Image de référence',
  optional: 'facultatif',
  referenceDrop: 'Déposez, collez ou choisissez',
  referenceReading: 'Lecture de l’image...',
  referenceUnsupported: 'Le service d’images configuré ne peut pas utiliser d’image de référence.',
  referenceKind: 'Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.',
  referenceElsewhere: 'Il faut un fichier. Enregistrez d’abord l’image de l’autre site.',
  referenceTooLarge: 'Cette image dépasse 10 Mo. Choisissez une image plus légère.',
  referenceManyPixels:
    'Cette image dépasse 50 millions de pixels. Choisissez une image plus petite.',
  referenceUnreadable:
    'Votre navigateur ne sait pas lire cette image. Choisissez une image PNG, JPEG ou WebP.',
  referenceClear: 'Retirer l’image',
  ownDrawing: 'Un dessin à vous\u202f?',
  makeStencil: 'Faites-en un calque.',
  asksForWords: 'Un nom, un mot, une date\u202f?',
  setWords: 'Écrivez-le en lettrage, sans faute.',

  describe: 'Décrivez votre idée',
  describeHint: 'Un loup qui hurle à la lune, entouré de branches de pin',
  examples: 'Par exemple',
  describeMissing: 'Please enter a description for your tattoo',
  stopped: 'La génération n’a pas donné de design. Rechargez la page pour savoir pourquoi.',
  generate: 'Générer',
  offline:
    'Hors connexion : écrivez et choisissez. Générer envoie votre demande dès que le réseau revient.',
  generating: 'Génération...',

  surprise: 'Surprenez-moi',
  surpriseHint: ['Un style', 'une idée'],

  preview: 'Aperçu',
  before: 'Vos designs apparaîtront ici après la génération',
  during: 'Création de votre design unique...',
  cancel: 'Annuler',
  cancelFailed: 'L’annulation n’a pas abouti.',
  cancelled: 'La génération a été annulée.',
  ready: 'Votre design est prêt.',
  saved: 'Il est dans Mes Designs.',
  sheet: 'Design en cours',
}

export const exampleSubjects: Record<StyleId, readonly [string, string]> = {
  geometric: ['Un mandala de lotus', 'Une montagne dans un triangle'],
  'animal-portrait': ['Un loup de face', 'Un hibou'],
  dotwork: ['Une lune et des étoiles', 'Un crâne entouré de fougères'],
  traditional: ['Une ancre et un prénom', 'Une hirondelle et une rose'],
  japanese: ['Une carpe koï', 'Une pivoine et des vagues'],
  minimalist: ['Une branche de lavande', 'Une vague'],
  watercolor: ['Un papillon', 'Une rose et des éclaboussures'],
}

export function hasOwnWords(description: string): boolean {
  return (
    description.trim() !== '' &&
    !Object.values(exampleSubjects).some((examples) => examples.includes(description))
  )
}

/** What is left of the day, or what this many variants cost. */
export function quotaText({ left, resetsAt }: GeneratorOptions['quota'], variants = 1): string {
  if (left > 0 && variants > 1)
    return `${variants} variantes comptent pour ${variants} générations. Il vous en restera ${left - variants} aujourd’hui`
  if (left > 0) return `Il vous reste ${left} génération${left > 1 ? 's' : ''} aujourd’hui`
  return `Plus de génération aujourd’hui. Vous pourrez recommencer ${dayAndHour(new Date(resetsAt))}.`
}

/** "demain à 2 h", in the member's own zone; "à 2 h 30" on the same day. */
function dayAndHour(date: Date): string {
  const minutes = date.getMinutes() > 0 ? ` ${String(date.getMinutes()).padStart(2, '0')}` : ''
  const isToday = date.toDateString() === new Date().toDateString()
  return `${isToday ? '' : 'demain '}à ${date.getHours()} h${minutes}`
}
