import type { GenerationState } from '@encre/generator-worker/contract'
import { setApostrophes } from '@encre/protocol/page-text'

// The sentences of what loads after the form. `messages.ts` has those of the first scripts.

export const detailMessages = {
  sizeDetail: {
    label: 'Votre taille',
    hint: 'Par exemple 25 cm, ou 8 x 20 cm',
    missing: 'Précisez la taille, par exemple 25 cm.',
  },
  placementDetail: {
    label: 'Votre emplacement',
    hint: 'Par exemple cheville, nuque, avant-bras',
    missing: 'Précisez l’emplacement, par exemple la cheville.',
  },
}

export const optionMessages = {
  format: 'Format',
  formatHint: 'Les proportions de l’image. Un carré convient partout.',
  adapt: 'Adapter à l’emplacement',
  background: 'Fond',
  backgroundHint:
    'Sur papier blanc, le design se lit et s’imprime tel quel. Sans fond, il se pose sur une photo de votre peau.',
  transparent: 'Transparent',
}

export const previewMessages = {
  next: 'Avec ce design',
  stencil: 'Voir le calque',
  more: 'Autres actions',
  moreLikeThis: 'S’en inspirer',
  retouch: 'Retoucher',
  open: 'Ouvrir dans un nouvel onglet',
  duringHint:
    'Une image peut demander deux minutes. Vous pouvez quitter la page : le design sera dans votre galerie.',
  unsent: 'Hors connexion : rien n’est encore parti. Votre demande part dès que le réseau revient.',
  resending:
    'Le serveur ne répond pas encore. Votre demande est renvoyée ; elle ne compte qu’une fois.',
  reconnecting: 'Connexion perdue. La création continue, nous essayons de la rejoindre.',
  undelivered:
    'L’image est faite, mais le service d’images ne la livre pas. Nous réessayons pendant 55 minutes ; annuler ne coûte rien.',
  waiting: 'Le service d’images est très demandé : votre design attend son tour.',
  waitingHint:
    'Nous réessayons pendant dix minutes ; annuler ne coûte rien. Vous pouvez quitter la page : le design sera dans votre galerie.',
  cancelling: 'Annulation...',
  cancelHint: 'Une image commencée compte, même si vous l’annulez.',
  earlier: 'Designs précédents',
  notDrawn: (missing: string) => `Pas dessiné : ${nounsOf(missing).join(', ')}.`,
  advice: (size: string) => `Taille conseillée : ${size}`,
  opaque:
    'Le service d’images n’a pas pu laisser le fond transparent : ce design est sur papier blanc.',
  otherFormat: (label: string) =>
    `Le service d’images n’a pas suivi le format demandé : ce design est au format ${label.toLowerCase()}.`,
  fullPrompt: 'Texte complet envoyé',
}

/** "un tigre, qui tient une branche" as « tigre » and « branche ». */
function nounsOf(phrases: string): string[] {
  const opening = /^(?:(?:qui|que) \p{L}+ )?(?:une?|des|les?|la|l’|du|de la) ?/iu
  return phrases.split(', ').map((phrase) => `« ${phrase.replace(opening, '')} »`)
}

export const stateMessages: Record<GenerationState, string> = {
  queued: 'En attente de son tour',
  calling: 'Tracé en cours',
  storing: 'Le design rejoint votre galerie',
  done: 'Terminé',
  failed: 'Échec',
  interrupted: 'Interrompue',
  cancelled: 'Annulée',
}

const numerals = ['zéro', 'une', 'deux', 'trois', 'quatre']
const inWords = (count: number) => numerals[count] ?? `${count}`

export const variantMessages = {
  list: 'Variantes',
  name: (number: number, total: number) => `Variante ${number} sur ${total}`,
  progress: (done: number, total: number) => {
    const waiting = total - done
    return `${waiting} ${waiting > 1 ? 'variantes' : 'variante'} en cours`
  },
  ended: (done: number, total: number) => {
    if (done === total) return `Vos ${total} variantes sont prêtes`
    return done === 0
      ? 'Aucune variante n’est prête'
      : `${done} ${done > 1 ? 'variantes prêtes' : 'variante prête'} sur ${total}`
  },
  see: 'Voir',
  all: (total: number) => `Les ${inWords(total)}`,
  saved: (done: number) =>
    done === 1 ? 'Elle est dans Mes Designs.' : `Les ${inWords(done)} sont dans Mes Designs.`,
}

export const startMessages = {
  loading: 'Chargement du design...',
  variation: (number: number) => `Variation du n° ${number}`,
  variationOf: (subject: string) => `Variation de « ${subject} »`,
  withReference: 'Ce design sert d’image de référence. Rien n’est envoyé avant Générer.',
  withoutReference:
    'Ses choix et ses mots sont repris, sans image de référence. Rien n’est envoyé avant Générer.',
  detach: 'Détacher',
  detached: 'Ce n’est plus une variation.',
  takeBack: 'Reprendre mon brouillon',
  nothingSent: 'Rien n’est envoyé avant Générer.',
  goneHint: 'Ce design a été supprimé, ou n’est pas le vôtre. Vos mots sont gardés.',
  wordsKept: 'Vos mots sont gardés.',
  continueWithout: 'Continuer sans ce design',
  retry: 'Réessayer',
}

const notifiedLength = 60

export function notificationText(
  { done, total }: { done: number; total: number },
  subject: string,
): string {
  const words = setApostrophes(subject)
  const quoted = `« ${words.length > notifiedLength ? `${words.slice(0, notifiedLength).trimEnd()}...` : words} »`
  if (total === 1)
    return done === 1
      ? `Votre design ${quoted} est prêt.`
      : `Votre design ${quoted} n’a pas pu être créé.`
  if (done === 0) return `Vos ${total} designs ${quoted} n’ont pas pu être créés.`
  return done === total
    ? `Vos ${total} designs ${quoted} sont prêts.`
    : `${done} de vos ${total} designs ${quoted} ${done > 1 ? 'sont prêts' : 'est prêt'}.`
}
