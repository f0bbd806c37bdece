import type { SharedProblem } from '@encre/protocol/problem'

const unexpected = 'Une erreur inattendue est survenue. Veuillez réessayer.'

/** The sentences of the specification, section 8, for the problem codes that every worker shares. In French on every page. */
export const sharedProblemSentences: Record<SharedProblem, string> = {
  'permission-denied': 'Accès non autorisé. Veuillez vous reconnecter.',
  'failed-precondition': 'Une erreur technique est survenue. Veuillez rafraîchir la page.',
  'not-found': "La ressource demandée n'existe pas.",
  'resource-exhausted': 'Limite de requêtes atteinte. Veuillez réessayer plus tard.',
  'invalid-request': unexpected,
  'method-not-allowed': unexpected,
  // No response came, or the worker cannot reach what it needs.
  unavailable: 'Le serveur ne répond pas. Vérifiez votre réseau, puis réessayez.',
  internal: unexpected,
}

/**
 * The sentence of a problem code in a remote's table. A code that the table lacks, from a newer worker, reads as `internal`.
 * `hasOwn`, because every object has 'toString'.
 */
export function findSentence<Sentence>(table: Record<string, Sentence> & { internal: Sentence }, code: string): Sentence {
  return (Object.hasOwn(table, code) ? table[code] : undefined) ?? table.internal
}
