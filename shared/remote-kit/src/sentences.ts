import type { SharedProblem } from '@encre/protocol/problem'
import { waitSentences } from '@encre/protocol/write-sentences'

const unexpected = 'Une erreur inattendue est survenue. Veuillez réessayer.'

/**
 * The sentences of the specification, section 8, for the problem codes that every worker shares. In
 * French on every page.
 */
export const sharedProblemSentences: Record<SharedProblem, string> = {
  'permission-denied': 'Accès non autorisé. Veuillez vous reconnecter.',
  'failed-precondition': 'Une erreur technique est survenue. Veuillez rafraîchir la page.',
  'not-found': "La ressource demandée n'existe pas.",
  'resource-exhausted': 'Limite de requêtes atteinte. Veuillez réessayer plus tard.',
  'invalid-request': unexpected,
  'method-not-allowed': unexpected,
  // No response came, or the worker cannot reach what it needs.
  unavailable: 'Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.',
  'read-only': 'Cette page est en lecture seule : rien n’a été modifié.',
  internal: unexpected,
}

/**
 * The sentence of a request that got no answer because the device has no network, or null for every
 * other failure.
 */
function offlineSentence(code: string): string | null {
  return code === 'unavailable' && navigator.onLine === false
    ? 'Vous êtes hors ligne. Vérifiez votre réseau, puis réessayez.'
    : null
}

/**
 * A code that the table lacks, from a newer worker, reads as `internal`. `hasOwn`, because every
 * object has 'toString'.
 */
export function findSentence(
  table: Record<string, string> & { internal: string },
  code: string,
): string {
  return (
    waitSentences.get(code)?.reason ??
    offlineSentence(code) ??
    (Object.hasOwn(table, code) ? table[code] : undefined) ??
    table.internal
  )
}
