import { expect, test, vi } from 'vitest'
import { failureText } from './failure-text.ts'

test('marks the language of each reason', () => {
  expect(failureText('no-image').reason?.lang).toBe('en')
  expect(failureText('save-failed').reason?.lang).toBe('fr')
})

test.each(['a-code-of-a-newer-worker', 'constructor', 'toString'])('the unknown code %s has the sentence for the unexpected', (code) => {
  expect(failureText(code)).toEqual({ title: 'An unexpected error occurred', reason: null })
})

test('names a missing network', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(failureText('unavailable').reason?.text).toBe('Vous êtes hors ligne. Vérifiez votre réseau, puis réessayez.')
  expect(failureText('provider-unavailable').reason?.text).toBe('Le service d’images ne répond pas. Veuillez réessayer plus tard.')
  onLine.mockRestore()
})
