import { count } from '../atelier/workbench/atelier-messages.ts'
import { mostLetters, mostLines } from './read-words.ts'

/** Of the page that sets words. */
export const letteringMessages = {
  title: 'Lettrage',
  lead: 'Des mots à tatouer ? Écrivez-les.',
  about: `${mostLetters} caractères au plus, sur une à ${mostLines} lignes, dans quatre écritures.`,
  words: 'Vos mots',
  placeholder: 'Éléonore',
  face: 'Écriture',
  refused: (number: number) =>
    `${count(number, 'caractère refusé', 'caractères refusés')} : ${mostLetters} au plus sur ${mostLines} lignes, sans caractère invisible.`,
  private: 'Rien n’est envoyé : vos mots restent sur votre appareil.',
}

/** Of the tools, also of a design that is a lettering. */
export const letterMessages = {
  edit: 'Modifier les mots',
  filling: 'Lettres',
  fillings: [
    ['fills', 'Pleines'],
    ['outlines', 'Contour'],
  ] as const,
  contour: 'Contour',
  contours: [
    [1, 'Large'],
    [2, 'Moyen'],
    [3, 'Fin'],
  ] as const,
  arc: 'Arc',
  arcOf: (degrees: number) => {
    if (degrees === 0) return 'droit'
    return `${Math.abs(degrees)}° ${degrees > 0 ? 'vers le haut' : 'vers le bas'}`
  },
  spacing: 'Espacement',
  spacingOf: (thousandths: number) => `${thousandths > 0 ? '+' : ''}${thousandths / 10} %`,
  missing: (letters: readonly string[], better: string | undefined) => {
    const missing = letters.map(nameOf).join(', ')
    const verb = letters.length > 1 ? 'manquent' : 'manque'
    const way = better
      ? `Essayez ${better}.`
      : 'Aucune de nos écritures ne convient : retirez ou remplacez.'
    return `${missing} ${verb} dans cette écriture. ${way}`
  },
  unavailable: 'L’écriture n’est pas arrivée. Vos mots restent ici.',
}

/** "« ğ »", or the code of what cannot be seen. */
function nameOf(letter: string): string {
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)) return `« ${letter} »`
  const codes = [...letter].map((each) => each.codePointAt(0)?.toString(16).toUpperCase())
  return `U+${codes.join(' U+')}`
}
