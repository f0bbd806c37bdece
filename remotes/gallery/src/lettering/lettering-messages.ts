import { count } from '../atelier/workbench/atelier-messages.ts'
import { mostLetters, mostLines } from './read-words.ts'

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
