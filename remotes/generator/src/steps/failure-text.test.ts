import type { GenerationFailure, GeneratorProblem } from '@encre/generator-worker/contract'
import { expect, test, vi } from 'vitest'
import { failureText } from './failure-text.ts'

const unexpected = 'Failed to generate design: Une erreur inattendue est survenue. Veuillez réessayer.'
const exhausted = 'Failed to generate design: Limite de requêtes atteinte. Veuillez réessayer plus tard.'

/** What the page shows for each code of the contract. A new code does not compile until it has its sentence here. */
const sentences: Record<GenerationFailure | GeneratorProblem, string> = {
  'moderation-blocked':
    'Failed to generate design: Le fournisseur d’images refuse cette description. Reformulez votre idée, puis réessayez.',
  'no-image': 'Failed to generate design: No image was generated',
  'invalid-image': 'Failed to generate design: L’image reçue est inutilisable. Veuillez réessayer.',
  'provider-busy':
    'Failed to generate design: Le service d’images a atteint sa propre limite ; votre quota n’est pas en cause. Veuillez réessayer plus tard.',
  'provider-exhausted':
    'Failed to generate design: Le service d’images n’est plus disponible aujourd’hui ; votre quota n’est pas en cause. Veuillez réessayer plus tard.',
  'provider-unavailable': 'Failed to generate design: Le service d’images ne répond pas. Veuillez réessayer plus tard.',
  'provider-misconfigured':
    'Failed to generate design: Le service d’images est mal réglé ; vous n’y êtes pour rien. Veuillez réessayer plus tard.',
  'save-failed': 'Failed to save design Le dessin est fait, mais votre galerie n’a pas pu le garder. Veuillez réessayer.',
  'permission-denied': 'Failed to generate design: Accès non autorisé. Veuillez vous reconnecter.',
  'failed-precondition': 'Failed to generate design: Une erreur technique est survenue. Veuillez rafraîchir la page.',
  'not-found': "Failed to generate design: La ressource demandée n'existe pas.",
  'resource-exhausted': exhausted,
  'invalid-request': unexpected,
  'method-not-allowed': unexpected,
  unavailable: 'Failed to generate design: Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.',
  internal: unexpected,
  'account-erased':
    'Failed to generate design: Ce compte vient d’être supprimé. Vous pourrez de nouveau créer des designs dans un peu plus d’un jour.',
  'attempts-exhausted': 'Failed to generate design: Trop d’essais ont été faits aujourd’hui avec votre compte. Réessayez demain.',
  'library-full': 'Failed to generate design: Votre galerie est pleine : elle garde 5 000 designs. Supprimez-en, puis réessayez.',
  'network-exhausted':
    'Failed to generate design: De nouveaux comptes ont demandé trop de designs aujourd’hui depuis votre réseau. Réessayez demain.',
  'invalid-style': 'Invalid style selected',
  'empty-description': 'Please enter a description for your tattoo',
  'invalid-cursor': 'Failed to generate design: Une erreur technique est survenue. Veuillez rafraîchir la page.',
  'missing-idempotency-key': unexpected,
  'invalid-idempotency-key': unexpected,
  'references-unsupported': 'Failed to generate design: Le service d’images configuré ne peut pas utiliser d’image de référence.',
  'unknown-reference': 'Failed to generate design: L’image de référence n’est plus disponible. Veuillez réessayer.',
  'reference-too-large': 'Failed to generate design: Cette image dépasse 10 Mo. Choisissez une image plus légère.',
  'reference-not-an-image': 'Failed to generate design: Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.',
  'mask-size': 'Failed to generate design: La partie choisie n’a pas la taille du design. Choisissez-la de nouveau.',
  'mask-empty': 'Failed to generate design: Peignez d’abord la partie à changer.',
  'mask-full': 'Failed to generate design: Tout le design est choisi : laissez une partie à garder, ou changez tout le design.',
  'parent-too-large': 'Failed to generate design: Ce design est trop grand pour n’en changer qu’une partie : changez tout le design.',
}

test.each(Object.entries(sentences))('%s reads: %s', (code, sentence) => {
  const { title, reason } = failureText(code)
  expect([title, reason?.text].filter(Boolean).join(' ')).toBe(sentence)
})

test('marks the language of each reason', () => {
  expect(failureText('no-image').reason?.lang).toBe('en')
  expect(failureText('save-failed').reason?.lang).toBe('fr')
})

test.each(['a-code-of-a-newer-worker', 'constructor', 'toString'])('the unknown code %s has the sentence for the unexpected', (code) => {
  expect(failureText(code)).toEqual({ title: 'An unexpected error occurred', reason: null })
})

test('names a missing network', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(failureText('unavailable').reason?.text).toBe('Vous êtes hors ligne. Vérifiez votre réseau, puis réessayez.')
  expect(failureText('provider-unavailable').reason?.text).toBe('Le service d’images ne répond pas. Veuillez réessayer plus tard.')
  onLine.mockRestore()
})
