import { colourNames } from '@encre/picture/colour-names'
import type { StyleId } from '@encre/protocol/catalogue'
import { type Spread, tenYearsOfOneMm } from '@encre/stencil/ageing'
import type { Finding } from '@encre/stencil/assessment'
import { percentOf } from '@encre/stencil/figures'
import { decimal } from '@encre/stencil/printed-messages'
import type { SkinContrast } from '@encre/stencil/skin-contrast'
import type { Stroke } from '@encre/stencil/strokes'
import { typeset } from '@encre/ui/typeset'
import { count } from './atelier-messages.ts'

/** A name, and the keys that work there. A touch device has none. */
export function withKeys(name: string, keys: string): string {
  return matchMedia('(pointer: coarse)').matches ? name : `${name} : ${keys}`
}

const corners = ['en haut à gauche', 'en haut à droite', 'en bas à droite', 'en bas à gauche']

export const cropMessages = {
  title: 'Cadrer',
  tools: new Map([
    ['corners', 'Quatre coins'],
    ['brush', 'Ce n’est pas le dessin'],
  ] as const),
  hints: {
    corners: 'Placez les quatre coins autour du dessin : ils deviennent les coins de la feuille.',
    brush: 'Passez sur ce qui n’est pas le dessin : cadre, peau, feuille. Le reste est mesuré.',
  },
  corner: (index: number) =>
    withKeys(`Coin ${corners[index]}`, 'flèches pour déplacer, Maj pour dix fois plus'),
  layer: () =>
    withKeys(
      'Ce n’est pas le dessin',
      'flèches pour déplacer, espace pour commencer et finir un trait',
    ),
  crossed: 'Les coins se croisent : remettez-les dans l’ordre autour du dessin.',
  picture: 'Votre image',
  brush: 'Largeur du pinceau',
  brushWidth: (hundredths: number) => `${hundredths.toLocaleString('fr')} %`,
  apply: 'Appliquer le cadrage',
  leave: 'Ne rien changer',
  working: 'Cadrage...',
  failed: 'L’image n’a pas pu être cadrée. Choisissez-en une plus petite.',
  undo: 'Annuler le dernier trait',
  reset: 'Toute l’image',
}

/** What a share counts, such as "2 % des intervalles" or "aucune". */
interface Counted {
  none: string
  whole: string
}

const unmeasured: Record<StyleId, string | null> = {
  geometric: null,
  'animal-portrait': null,
  dotwork: null,
  traditional: null,
  japanese: null,
  minimalist: null,
  watercolor: 'Les lavis ne sont pas mesurés.',
}

const oneMm = (spread: Spread) => decimal(tenYearsOfOneMm(spread), 1)

export const ageingMessages = {
  measuring: 'Mesure des traits...',
  ageing: 'Simulation...',
  recommended: (size: string) => `Taille conseillée : ${size}`,
  findings: {
    strokes: {
      thin: 'Traits fins (moins de 0,3 mm)',
      closing: 'Intervalles qui se ferment (moins de 0,5 mm)',
      filling: 'Boucles qui se bouchent',
    },
    dots: {
      thin: 'Points fins (points de moins de 0,3 mm)',
      closing: 'Intervalles qui se ferment (moins de 0,5 mm)',
      filling: 'Boucles qui se bouchent',
    },
  },
  counted: {
    strokes: {
      thin: { none: 'aucun', whole: 'des traits' },
      closing: { none: 'aucun', whole: 'des intervalles' },
      filling: { none: 'aucune', whole: 'des boucles' },
    },
    dots: {
      thin: { none: 'aucun', whole: 'des points' },
      closing: { none: 'aucun', whole: 'des intervalles' },
      filling: { none: 'aucune', whole: 'des boucles' },
    },
  },
  share: ({ isAny, share, unknown }: Finding, { none, whole }: Counted) => {
    if (!isAny) return none
    const known = share === 0 ? none : `${percentOf(share)} ${whole}`
    return unknown === 0 ? known : `${known}, ${percentOf(unknown)} trop fins pour être mesurés`
  },
  places: (number: number) => count(number, 'endroit', 'endroits'),
  place: (x: string, y: string) => `à ${x} cm de la gauche, ${y} cm du haut`,
  unmeasured,
  in: 'Dans',
  years: new Map(
    [0, 5, 10, 20].map((years) => [years, years === 0 ? 'Aujourd’hui' : `${years} ans`]),
  ),
  compare: 'Maintenir pour voir aujourd’hui',
  spread: 'Étalement de l’encre',
  spreads: new Map<Spread, string>([
    ['least', 'Le moins'],
    ['most', 'Le plus'],
  ]),
  indicative: `Simulation indicative : 1 mm devient ${oneMm('least')} à ${oneMm('most')} mm en dix ans. Sources : Tatspark (1,5 mm en dix ans), deux studios (le double au quadruple en une vie), Eames, « Mathematics Today », 2011 (l’encre diffuse comme la chaleur, les petits détails d’abord). La peau, le soleil et la main comptent davantage.`,
  drawingIn: (subject: string, years: number) =>
    years === 0 ? `« ${subject} » aujourd’hui` : `« ${subject} » dans ${years} ans, simulé`,
}

export type Reference = 'card' | 'euro' | 'two-euros' | 'other' | 'none'

const references = new Map<Reference, string>([
  ['card', 'Carte bancaire 85,6 mm'],
  ['euro', typeset('Pièce de 1 €')],
  ['two-euros', typeset('Pièce de 2 €')],
  ['other', 'Autre'],
  ['none', 'Aucune'],
])
const stepNames = new Map<'measure' | 'place', string>([
  ['measure', '1. Mesurer'],
  ['place', '2. Placer'],
])

export const skinMessages = {
  choose: 'Choisir une photo',
  change: 'Changer de photo',
  private:
    'La photo reste sur votre appareil : elle n’est ni envoyée ni enregistrée, et disparaît avec la page.',
  advice: 'Posez une carte bancaire ou une pièce sur la peau, à plat, à côté de l’emplacement.',
  steps: 'Étapes',
  stepNames,
  place: '2. Placer',
  reference: 'Objet de référence',
  references,
  otherLength: 'Longueur de l’objet, en mm',
  corners:
    'Placez les quatre points sur les coins de la carte, comme s’ils n’étaient pas arrondis. Les lignes vont au bord sous votre doigt ; vérifiez chaque point dans la vue agrandie, et glissez-y pour l’ajuster.',
  cardQuestion:
    'Est-ce bien une carte bancaire (85,6 × 54 mm) ? Penchée, une autre carte, un carnet ou une tablette lui ressemble, et la taille du tatouage serait fausse : de 2 % avec une carte de visite, du double et plus avec une tablette.',
  confirmCard: 'C’est une carte bancaire',
  confirm: 'Les points sont en place',
  tilted: 'Photographiez la carte de face',
  points:
    'Placez les deux points aux extrémités de l’objet, sur sa longueur ou son diamètre. Vérifiez chaque point dans la vue agrandie, où vous pouvez l’ajuster.',
  point: (number: number) =>
    withKeys(`Point ${number}`, 'flèches pour déplacer, Maj pour dix fois plus'),
  tooSmall: {
    card: 'Approchez l’appareil : la carte est trop petite pour mesurer',
    coin: 'Approchez l’appareil : la pièce est trop petite pour mesurer',
    other: 'Approchez l’appareil : l’objet est trop petit pour mesurer',
  },
  error: (share: number) => `± ${decimal(100 * share, 1)} %`,
  verified: 'Échelle vérifiée',
  unverified: 'Échelle non vérifiée',
  photoWidth: 'Largeur que montre la photo',
  contrast: describeContrast,
  faint: describeFaint,
  turn: 'Rotation',
  roundness: 'Arrondi',
  flat: 'Plat',
  wrist: 'Poignet',
  axis: 'Direction du membre',
  degrees: (angle: number) => `${angle}°`,
  design: (subject: string) =>
    withKeys(
      `« ${subject} »`,
      'flèches pour déplacer d’un millimètre, Maj pour dix, R pour tourner',
    ),
  picture: (subject: string) => `« ${subject} » sur votre photo`,
  download: 'Image de l’essai',
}

/** Less contrast than this is hardly seen: WCAG asks for 3 where a shape must be found. */
const faintRatio = 1.75

function withNames(contrasts: readonly SkinContrast[]): { name: string; ratio: number }[] {
  const names = colourNames(contrasts.map(({ hex }) => hex))
  return contrasts.map(({ ratio }, i) => ({ name: names[i] ?? '', ratio }))
}

/** "noir 5,2 · rouge 1,5" */
function describeContrast(contrasts: readonly SkinContrast[]): string {
  const each = withNames(contrasts).map(({ name, ratio }) => `${name}\u00a0${decimal(ratio, 1)}`)
  return `Contraste avec la peau sous le dessin\u00a0: ${each.join(' · ')} (1\u00a0: aucun)`
}

/** Null where every colour can be seen. */
function describeFaint(contrasts: readonly SkinContrast[]): string | null {
  const faint = withNames(contrasts).filter(({ ratio }) => ratio < faintRatio)
  if (faint.length === 0) return null
  const verb = faint.length === 1 ? 'se distingue' : 'se distinguent'
  const names = inWords.format(faint.map(({ name }) => withArticle(name)))
  return `Sur cette photo, ${names} ${verb} à peine de la peau.`
}

const inWords = new Intl.ListFormat('fr')

function withArticle(name: string): string {
  return /^[aeiou]/.test(name) ? `l’${name}` : `le ${name}`
}

const tools: Record<Stroke['kind'], string> = {
  erase: 'Gomme',
  line: 'Trait',
  join: 'Fermer',
  ignore: 'Ignorer une zone',
}

/** The key is shown where there is a keyboard. */
const hints: Record<Stroke['kind'], { hint: string; key: string }> = {
  erase: { hint: 'Effacez ce que le calque ne doit pas avoir.', key: 'Touche E.' },
  line: { hint: 'Tracez ce qui manque.', key: 'Touche T.' },
  join: { hint: 'Allez d’un bout de trait à l’autre : un trait les joint.', key: 'Touche F.' },
  ignore: {
    hint: 'Tirez un rectangle, d’un coin à l’autre, sur ce que le calque laisse de côté.',
    key: 'Touche Z.',
  },
}

export const correctMessages = {
  title: 'Corriger',
  tools,
  hints,
  width: 'Épaisseur',
  undo: 'Annuler',
  redo: 'Rétablir',
  undoAll: 'Tout annuler',
  full: 'Trop de corrections pour ce design : annulez-en avant d’en ajouter.',
  layer: (tool: string) =>
    withKeys(
      tool,
      'flèches pour déplacer, Maj pour dix millimètres, espace pour commencer et finir',
    ),
}

export const linksMessages = {
  title: 'Envoyer à votre tatoueur',
  about:
    'Une page sans compte et sans votre nom : dessin à taille réelle, calque, notes. Il peut vous répondre.',
  loading: 'Lecture des liens...',
  loadFailed: 'Les liens et leurs réponses n’ont pas pu être lus',
  lifetime: 'Durée',
  days: (days: number) => `${days} jours`,
  lasts: (days: number) => `Valable ${days} jours`,
  createAfter: (links: number) => (links > 0 ? 'Nouveau lien' : 'Créer un lien'),
  createAnother: 'Nouveau lien',
  creating: 'Création du lien...',
  createFailed: 'Le lien n’a pas été créé',
  address: 'Adresse à envoyer',
  copy: 'Copier',
  copied: 'Lien copié',
  qrCode: 'Code QR du lien',
  copyFailed: 'La copie a échoué : l’adresse est sélectionnée, copiez-la.',
  onlyNow: 'Copiez ce lien maintenant : il ne sera plus affiché.',
  open: 'Ouvrir',
  live: 'Liens actifs',
  until: (date: string) => `Jusqu’au ${date}`,
  createdOn: (date: string) => `Créé le ${date}`,
  opened: (date: string) => `Ouvert le ${date}`,
  neverOpened: 'Pas encore ouvert',
  revoke: 'Révoquer',
  revokeOf: (date: string) => `Révoquer le lien créé le ${date}`,
  revokeQuestion: 'Révoquer ce lien ? Qui a l’adresse ne pourra plus l’ouvrir.',
  revokeWithAnswers:
    'Révoquer ce lien ? Qui a l’adresse ne pourra plus l’ouvrir, et les réponses reçues par ce lien seront effacées.',
  answers: 'Réponses du tatoueur',
  newAnswer: 'Nouvelle',
  answersKept: 'Les réponses sont effacées avec leur lien.',
  revoked: 'Lien révoqué',
  revokeFailed: 'Le lien n’a pas été révoqué',
  cancel: 'Annuler',
}

export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('fr', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
}
