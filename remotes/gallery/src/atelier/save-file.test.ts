import { expect, test } from 'vitest'
import { fileNameOf } from './save-file.ts'

test.each([
  ['Cœur d’été', 'encre-coeur-d-ete-calque.pdf'],
  ['  Une carpe KOÏ !  ', 'encre-une-carpe-koi-calque.pdf'],
  ['狼 🐺', 'encre-calque.pdf'],
  ['../../etc/passwd', 'encre-etc-passwd-calque.pdf'],
])('%s is saved as %s', (subject, name) => {
  expect(fileNameOf(subject, 'calque.pdf')).toBe(name)
})
