import { expect, test } from 'vitest'
import { typeset, typesetSubject } from './typeset.tsx'

test('keeps French punctuation with the word before it', () => {
  expect(typeset('Êtes-vous sûr de vouloir supprimer ce design ?')).toBe('Êtes-vous sûr de vouloir supprimer ce design\u202f?')
  expect(typeset('Une idée : « un loup » ; enfin !')).toBe('Une idée\u00a0: «\u00a0un loup\u00a0»\u202f; enfin\u202f!')
})

test('keeps a unit with its number', () => {
  expect(typeset('moins de 0,5 mm, 12 % à 8,4 × 12,5 cm')).toBe('moins de 0,5\u00a0mm, 12\u00a0% à 8,4 × 12,5\u00a0cm')
  expect(typeset('Pièce de 2 €, 3 cmonde')).toBe('Pièce de 2\u00a0€, 3 cmonde')
})

test('leaves an address and a plain sentence alone', () => {
  expect(typeset('https://encre.example/?a=1')).toBe('https://encre.example/?a=1')
  expect(typeset('Aucun design trouvé')).toBe('Aucun design trouvé')
})

test('sets the apostrophes of a member’s words, and leaves quotation marks and primes', () => {
  expect(typesetSubject("L'aigle d'Hélène : 'Louise', 5'6")).toBe("L’aigle d’Hélène\u00a0: 'Louise', 5'6")
})
