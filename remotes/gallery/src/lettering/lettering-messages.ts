import { count } from '../atelier/workbench/atelier-messages.ts'
import { mostLetters } from './read-words.ts'

export const letteringMessages = {
  title: 'Lettrage',
  lead: 'Des mots à tatouer ? Écrivez-les.',
  about: 'Soixante lettres au plus, sur une à trois lignes, dans quatre écritures.',
  words: 'Vos mots',
  placeholder: 'Éléonore',
  face: 'Écriture',
  cut: (number: number) =>
    `${count(number, 'caractère retiré', 'caractères retirés')} : ${mostLetters} au plus, sans caractère invisible.`,
  private: 'Rien n’est envoyé : vos mots restent sur votre appareil.',
}
