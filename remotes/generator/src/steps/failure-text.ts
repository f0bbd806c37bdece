import type { GenerationFailure, GeneratorProblem } from '@encre/generator-worker/contract'
import { findSentence, sharedProblemSentences } from '@encre/remote-kit/sentences'
import { messages } from '../messages.ts'

export const failureMessages = {
  counted: 'Cet essai est décompté de vos générations du jour.',
  maybeCounted:
    'Votre demande est peut-être arrivée. Vous pouvez la renvoyer : elle ne sera décomptée qu’une fois.',
  notCounted: 'Cet essai n’est pas décompté de vos générations du jour.',
  interrupted:
    'La génération a été interrompue : nous ne savons pas si l’image a été créée. Elle n’est pas décomptée.',
  startAgain: 'Lancer une nouvelle génération',
  request: 'Référence de la demande :',
}

const { internal: unexpected } = sharedProblemSentences

export const failureReasons: Record<GenerationFailure | GeneratorProblem, string> = {
  ...sharedProblemSentences,
  'moderation-blocked':
    'Le fournisseur d’images refuse cette description. Reformulez votre idée, puis réessayez.',
  'words-refused':
    'Le service n’a pas voulu dessiner ces mots. Changez-les, ou réessayez plus tard.',
  'no-image': 'No image was generated',
  'invalid-image': 'L’image reçue est inutilisable. Veuillez réessayer.',
  'provider-busy':
    'Le service d’images a atteint sa propre limite ; votre quota n’est pas en cause. Veuillez réessayer plus tard.',
  'provider-exhausted':
    'Le service d’images n’est plus disponible aujourd’hui ; votre quota n’est pas en cause. Veuillez réessayer plus tard.',
  'provider-unavailable': 'Le service d’images ne répond pas. Veuillez réessayer plus tard.',
  'provider-unreadable': 'Le service d’images a répondu d’une façon que le site ne sait pas lire.',
  'provider-misconfigured':
    'Le service d’images est mal réglé ; vous n’y êtes pour rien. Veuillez réessayer plus tard.',
  'save-failed': 'Le dessin est fait, mais votre galerie n’a pas pu le garder. Veuillez réessayer.',
  'account-erased':
    'Ce compte vient d’être supprimé. Vous pourrez de nouveau créer des designs dans un peu plus d’un jour.',
  'email-unverified':
    'Votre adresse email n’est pas confirmée. Ouvrez le lien que vous avez reçu par email, puis reconnectez-vous.',
  'attempts-exhausted':
    'Trop d’essais ont été faits aujourd’hui avec votre compte. Réessayez demain.',
  'library-full':
    'Votre galerie est pleine : elle garde 5 000 designs. Supprimez-en, puis réessayez.',
  'network-exhausted':
    'De nouveaux comptes ont demandé trop de designs aujourd’hui depuis votre réseau. Réessayez demain.',
  'invalid-style': 'Invalid style selected',
  'empty-description': messages.describeMissing,
  'invalid-cursor': sharedProblemSentences['failed-precondition'],
  'missing-idempotency-key': unexpected,
  'invalid-idempotency-key': unexpected,
  'references-unsupported': messages.referenceUnsupported,
  'unknown-reference': 'L’image de référence n’est plus disponible. Veuillez réessayer.',
  'reference-too-large': messages.referenceTooLarge,
  'reference-not-an-image': messages.referenceKind,
  'mask-size': 'La partie choisie n’a pas la taille du design. Choisissez-la de nouveau.',
  'mask-empty': 'Peignez d’abord la partie à changer.',
  'mask-full':
    'Tout le design est choisi : laissez une partie à garder, ou changez tout le design.',
  'parent-too-large':
    'Ce design est trop grand pour n’en changer qu’une partie : changez tout le design.',
}

// The specification's sentences for an invalid request, in English. They stand alone.
const titles = ['invalid-style', 'empty-description']

/**
 * An unknown code, from a newer worker, has no reason. `hasOwn`, because every object has
 * 'toString'.
 */
export function failureText(code: string) {
  if (!Object.hasOwn(failureReasons, code))
    return { title: 'An unexpected error occurred', reason: null }
  const text = findSentence(failureReasons, code)
  if (titles.includes(code)) return { title: text, reason: null }
  const title = code === 'save-failed' ? 'Failed to save design' : 'Failed to generate design:'
  return { title, reason: { text, lang: code === 'no-image' ? 'en' : 'fr' } }
}
