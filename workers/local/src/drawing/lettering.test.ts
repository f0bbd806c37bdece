import { expect, test } from 'vitest'
import { readLettering } from './lettering.ts'
import { setLetters } from './ribbon.ts'

test.for([
  ['un ruban avec le prénom Louise', 'LOUISE'],
  ['une rose et un ruban avec « Maman »', 'MAMAN'],
  ['une ancre avec "Jean-Marie"', 'JEAN-MARIE'],
  ["un cœur avec 'Zoé', et une rose", 'ZOÉ'],
  ['une banderole, date 12 mai 2019, sous un crâne', '12 MAI 2019'],
  ['le prénom de ma fille Marguerite', 'MARGUERITE'],
  ['le nom de mon chien: rex', 'REX'],
  ['une date: 12.05.2019', '12.05.2019'],
  ['un ruban', ''],
] as const)('reads what "%s" wants written', ([subject, text]) => {
  expect(readLettering(subject)?.text).toBe(text)
})

test.for(["l'ours d'argent", 'un loup sous la lune', 'une rose sans nom'])('finds nothing to write in "%s"', (subject) => {
  expect(readLettering(subject)).toBeNull()
})

test('takes a name out of the subject, so that Rose is no flower', () => {
  expect(readLettering('un cœur avec le prénom Rose')?.rest).not.toMatch(/rose/i)
})

test('has a letter for every French capital and digit', () => {
  for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÉÈÊËÎÏÔÖÙÛÜŸÆŒ0123456789-.&/’') {
    expect(setLetters(character).signs, character).toHaveLength(1)
  }
})
