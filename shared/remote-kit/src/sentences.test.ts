import { expect, test } from 'vitest'
import { findSentence, originLine, sharedProblemSentences } from './sentences.ts'

const unexpected = 'Une erreur inattendue est survenue. Veuillez réessayer.'

test.each([
  ['permission-denied', 'Accès non autorisé. Veuillez vous reconnecter.'],
  ['failed-precondition', 'Une erreur technique est survenue. Veuillez rafraîchir la page.'],
  ['not-found', "La ressource demandée n'existe pas."],
  ['resource-exhausted', 'Limite de requêtes atteinte. Veuillez réessayer plus tard.'],
  ['unavailable', 'Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.'],
  ['invalid-request', unexpected],
  ['method-not-allowed', unexpected],
  ['internal', unexpected],
  ['a-code-of-a-newer-worker', unexpected],
  ['toString', unexpected],
])('%s reads: %s', (code, sentence) => {
  expect(findSentence(sharedProblemSentences, code)).toBe(sentence)
})

test.each([
  ['ai', 'Image générée par IA'],
  ['drawn', 'Aperçu local, dessiné sans IA'],
  ['scanned', null],
  ['toString', null],
])('the line of origin %s is %s', (origin, line) => {
  expect(originLine(origin)).toBe(line)
})
