import type { PrintPaper } from '@encre/stencil/copy-plan'
import type { Figures } from '@encre/stencil/figures'
import type { Fineness } from '@encre/stencil/fineness'
import type { Rendering } from '@encre/stencil/line-art'
import type { FillStyle, LineClass, LinePlace } from '@encre/stencil/line-classes'
import { decimal, printed } from '@encre/stencil/printed-messages'
import type { StencilColour } from '@encre/stencil/sheets'
import type { View } from '../../atelier-path.ts'
import type { StudioFailure } from '../studio/open-studio.ts'

const plural = new Intl.PluralRules('fr')

export function count(number: number, one: string, other: string): string {
  return `${number.toLocaleString('fr')} ${plural.select(number) === 'one' ? one : other}`
}

const centimetres = (sizeMm: number) => `${(sizeMm / 10).toLocaleString('fr')}\u00a0cm`

const views: Record<View, string> = {
  calque: 'Calque',
  vieillissement: 'Vieillissement',
  peau: 'Sur la peau',
  fiche: 'Fiche',
}

const renderings = new Map<Rendering | 'clean', string>([
  ['lines', 'Traits'],
  ['fills', 'Aplats'],
  ['outlines', 'Contours'],
  ['clean', 'Au net'],
])
const finenesses = new Map<Fineness, string>([
  [1, 'Peu de traits'],
  [2, 'Moyen'],
  [3, 'Tous les traits'],
])
const papers = new Map<PrintPaper, string>([
  ['a4', 'A4'],
  ['letter', 'Letter'],
  ['roll', 'Rouleau 216 mm'],
  ['temporary', 'Tatouage temporaire (A4)'],
])
const inks = new Map<StencilColour, string>([
  ['black', 'Noir'],
  ['violet', 'Violet'],
])

const fillStyles = new Map<FillStyle, string>([
  ['solid', 'Pleins'],
  ['hatched', 'Hachurés'],
  ['outline', 'Contour seul'],
])

const lineClasses: Record<LineClass, string> = {
  outer: 'Extérieur',
  inner: 'Intérieur',
  detail: 'Détails',
}

const studioFailures: Record<StudioFailure, string> = {
  gone: "La ressource demandée n'existe pas.",
  unavailable: 'Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.',
  unreadable: 'Votre navigateur ne lit pas cette image.',
  memory: 'Votre appareil manque de mémoire pour ce calcul. Fermez d’autres pages, puis réessayez.',
  large: 'Cette image dépasse 50 millions de pixels.',
  unsupported: 'Votre navigateur ne permet pas ce calcul.',
  blank: 'Cette image est vide : il n’y a rien à tracer.',
  black: 'Cette image est entièrement encrée : il n’y a pas de papier autour du dessin.',
  lineless: 'Cette image n’a aucun trait à tracer.',
  tiny: 'Le dessin est trop petit dans l’image pour être tracé.',
  failed: 'Une erreur inattendue est survenue. Veuillez réessayer.',
}

export const atelierMessages = {
  title: 'Atelier',
  loading: 'Chargement du design...',
  loadFailed: 'Le design n’a pas pu être ouvert',
  retry: 'Réessayer',
  back: 'Mes Designs',
  pages: 'Autres designs',
  ways: { prev: 'Précédent', next: 'Suivant' },
  tabs: 'Outils de l’atelier',
  views,
  newAnswers: (number: number) => count(number, 'réponse', 'réponses'),
  onDevice: 'Calculé sur votre appareil. Rien n’est envoyé.',
  notesKept: 'Vos notes sont enregistrées avec le design.',
  opening: 'Préparation du dessin...',
  options: 'Réglages',
  studioFailures,
  openImage: 'Ouvrir l’image',
  saved: 'Enregistré',
  saving: 'Enregistrement...',
  saveFailed: 'Vos réglages n’ont pas pu être enregistrés',
  offline:
    'Hors ligne : taille, rendu, corrections et fichiers fonctionnent encore. Vos réglages seront enregistrés au retour du réseau.',
  otherNotes: 'Un autre onglet a changé vos notes entre-temps',
  noOtherNotes: '(notes effacées)',
  takeOtherNotes: 'Prendre ce texte',
  keepOwnNotes: 'Garder le mien',
  keptHere: 'Ils restent sur cette page.',

  size: 'Taille',
  sizeSlider: 'Taille du plus grand côté, en centimètres',
  centimetres: 'cm',
  kept: (sizeMm: number) => `De 1 à 100 cm : ${centimetres(sizeMm)} gardés.`,
  take: (sizeMm: number) => `Prendre ${centimetres(sizeMm)}`,
  isTaken: 'La taille choisie suffit.',
  rendering: 'Rendu',
  renderings,
  fineness: 'Finesse',
  finenesses,
  thickness: 'Épaisseur des traits',
  fills: 'Aplats',
  fillStyles,
  lineClasses,
  moveLine: 'Touchez un trait pour changer sa place.',
  lineLayer: 'Changer la place d’un trait : flèches pour viser, espace pour changer.',
  lineMoved: (to: LinePlace) => `Trait : ${to === 'none' ? 'laissé de côté' : lineClasses[to]}`,
  thinForPaper: 'Fin pour ce papier : faites un essai.',
  crowded(count: number, sizeMm: number): string {
    const details = count === 1 ? '1 détail trop petit' : `${count} détails trop petits`
    return `${details} à ${centimetres(sizeMm)}`
  },
  lighten: 'Alléger',
  leftOut: (count: number) =>
    count === 1 ? '1 détail laissé de côté' : `${count} détails laissés de côté`,
  bringBack: 'Tout reprendre',
  touching: (sizeMm: number) => `À ${centimetres(sizeMm)}, des traits se toucheraient`,
  openEnds(count: number): string {
    if (count === 0) return 'Aucun bout ouvert'
    return count === 1 ? '1 bout ouvert' : `${count} bouts ouverts`
  },
  show: 'Voir',
  closeEnd: 'Fermer ce bout',
  holdPicture: 'Tenir pour voir le dessin',

  paper: 'Papier',
  papers,
  mirror: 'Miroir (jet d’encre et encre à stencil)',
  ink: 'Encre',
  inks,
  printing: (paper: PrintPaper, ink: StencilColour, isMirrored: boolean) => {
    const mirror = isMirrored ? 'miroir' : 'sans miroir'
    if (paper === 'temporary') return papers.get(paper)
    return `${papers.get(paper)} · ${inks.get(ink)?.toLowerCase()} · ${mirror}`
  },
  wear: `En couleur et en miroir, avec les six étapes du papier. ${printed.wear}`,
  copies: (number: number) => `1 feuille, ${count(number, 'exemplaire', 'exemplaires')}`,
  tooLargeToWear: 'Trop grand pour une feuille A4 : réduisez la taille.',
  change: 'Changer',
  crop: 'Cadrer',
  invert: 'Inverser',
  touchesEdge: 'Le dessin touche le bord : cadrez-le.',
  isLone: 'Un trait isolé compte dans la taille : gardez-le ou cadrez.',
  formerSize: (formerMm: number, sizeMm: number) =>
    `La taille est désormais celle du calque : imprimé, il mesurait ${decimal(formerMm / 10, 1)} cm ; il mesure maintenant ${decimal(sizeMm / 10, 1)} cm.`,
  hasRead: 'Compris',
  shade: 'Ombrage, en pointillé',
  shadeAbout: 'Ce n’est pas un trait : il n’est pas mesuré. SVG et PSD l’ont sur un calque à part.',
  noShade: 'Ce dessin n’a pas d’ombrage.',
  tracing: 'Tracé du calque...',
  noLines: 'Aucun trait trouvé : essayez « Aplats ».',
  noFills: 'Aucun trait trouvé : essayez une autre finesse.',
  sheets: (number: number) => count(number, 'feuille', 'feuilles'),
  tooManySheets: (number: number) =>
    `Trop grand pour ce papier : ${count(number, 'feuille', 'feuilles')}.`,
  calqueOf: (subject: string) => `Calque de « ${subject} »`,
  trial: 'Un calque d’essai, à montrer à votre tatoueur.',
  readAgain: 'À relire lettre par lettre',
  haveRead: 'J’ai relu chaque lettre',
  downloadPdf: 'Télécharger le PDF',
  downloads: {
    png: 'PNG transparent 300 ppp (Procreate)',
    svg: 'SVG en mm',
    psd: 'PSD en calques',
  },
  share: 'Partager',
  shareAgain: 'Le fichier est prêt : touchez de nouveau « Partager ».',
  writing: 'Préparation du fichier...',
  cancel: 'Annuler',
  fileFailed: 'Le fichier n’a pas pu être préparé.',
  fileSaved: 'Fichier prêt',
  savedAs: (name: string) => `${name.split('.').at(-1)?.toUpperCase()} enregistré`,

  details: 'Le design',
  number: 'Numéro',
  choices: 'Choix',
  date: 'Créé le',
  origin: 'Origine',
  downloadOriginal: 'Télécharger l’original',
}

export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('fr', { day: 'numeric', month: 'long', year: 'numeric' })
}

export const photoMessages = {
  take: 'Prendre une photo',
  reading: 'Lecture de l’image...',
  noFile: 'Il faut un fichier : enregistrez l’image sur votre appareil, puis déposez-la ici.',
  failures: {
    unreadable: 'Votre navigateur ne lit pas cette image. Choisissez une image JPEG, PNG ou WebP.',
    memory: 'Votre appareil manque de mémoire pour cette image. Choisissez une image plus petite.',
    large: 'Cette image dépasse 50 millions de pixels. Choisissez une image plus petite.',
  },
}

export const cardMessages = {
  preparing: 'Mesure du dessin...',
  exactPlace: 'Où exactement ? (intérieur, extérieur, sens, ce qui reste)',
  printedPlace: (place: string) => `Où exactement\u00a0: ${place}`,
  notes: 'Notes pour votre tatoueur',
  notesHint: 'Emplacement précis, détails à garder...',
  notesHere: 'Vos notes disparaissent avec la page.',
  counter: (used: number, most: number) => `${used} / ${most}`,
  measures: (figures: Figures | null) =>
    figures ? `Mesures : ${figures.advised.split('\u00a0:')[0]}` : 'Mesures',
  show: 'Voir',
  measuredColours: 'Couleurs mesurées',
  chosenColours: 'Couleurs choisies',
  blackInk: 'encre noire',
  questions: 'Questions à poser',
  percent: (share: number) => `${Math.round(100 * share)}\u00a0%`,
  drawing: (subject: string) => `Le dessin de « ${subject} »`,
  download: 'Fiche en PDF',
  print: 'Imprimer',
}

export const answerMessages = {
  paper: (paper: string | undefined, sheets: string) => `${paper}, ${sheets}, à taille réelle`,
  atLeast: (sizeMm: number) => `${centimetres(sizeMm)} au moins`,
  empty: 'Écrivez votre réponse.',
  sending: 'Envoi...',
  sent: ({ left }: { left: number }) => {
    if (left === 0) return 'Réponse envoyée. Ce lien n’en accepte plus.'
    return `Réponse envoyée. Vous pouvez encore en envoyer ${left}.`
  },
  failed: 'La réponse n’est pas partie. Vérifiez votre réseau, puis réessayez.',
  waiting:
    'Vous êtes hors ligne. La réponse part dès que le réseau revient, si cette page reste ouverte ; changez-la pour la reprendre.',
  unknown:
    'Nous ne savons pas encore si la réponse est arrivée. Nous redemandons ; si vous réessayez, elle ne part pas deux fois.',
  refused: 'Cette réponse contient des caractères qui ne peuvent pas être envoyés.',
  gone: 'Ce lien n’existe plus : la réponse n’est pas partie.',
  tooMany: 'Ce lien n’accepte plus de réponse.',
  tooOften: 'Trop d’envois. Réessayez dans une minute.',
}

export const reportMessages = {
  empty: 'Écrivez ce qui ne va pas.',
  sending: answerMessages.sending,
  sent: ({ number, url }: { number?: number; url?: string }) =>
    number && url
      ? `Signalement n° ${number} envoyé à l’éditeur du site. Gardez cette adresse, où paraîtra sa décision : ${url}`
      : 'Signalement envoyé à l’éditeur du site. Merci.',
  failed: 'Le signalement n’est pas parti. Vérifiez votre réseau, puis réessayez.',
  waiting:
    'Vous êtes hors ligne. Le signalement part dès que le réseau revient, si cette page reste ouverte ; changez-le pour le reprendre.',
  unknown:
    'Nous ne savons pas encore si le signalement est arrivé. Nous redemandons ; si vous réessayez, il ne part pas deux fois.',
  refused: 'Ce texte contient des caractères qui ne peuvent pas être envoyés.',
  gone: 'Ce lien n’existe plus : il n’y a plus rien à signaler.',
  tooMany: 'Ce lien est déjà signalé : l’éditeur va l’examiner.',
  tooOften: answerMessages.tooOften,
}
