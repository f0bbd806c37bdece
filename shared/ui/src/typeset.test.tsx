import { expect, test } from 'vitest'
import { typeset, typesetSubject } from './typeset.tsx'

test('keeps French punctuation with the word before it', () => {
  expect(typeset('Êtes-vous sûr de vouloir supprimer ce design ?')).toBe('Êtes-vous sûr de vouloir supprimer ce design\u202f?')
  expect(typeset('Une idée : « un loup » ; enfin !')).toBe('Une idée\u00a0: «\u00a0un loup\u00a0»\u202f; enfin\u202f!')
})

test('leaves an address and a plain sentence alone', () => {
  expect(typeset('https://encre.example/?a=1')).toBe('https://encre.example/?a=1')
  expect(typeset('Aucun design trouvé')).toBe('Aucun design trouvé')
})

test('sets the apostrophes of a member’s words, and leaves quotation marks and primes', () => {
  expect(typesetSubject("L'aigle d'Hélène : 'Louise', 5'6")).toBe("L’aigle d’Hélène\u00a0: 'Louise', 5'6")
})
