import { expect, it } from 'vitest'
import { isSecret, secretValues } from './secrets.ts'

it('has one value, or the new and the old one while it is rotated', () => {
  expect(secretValues('TOKEN', 'one')).toEqual(['one'])
  expect(secretValues('TOKEN', 'new, old')).toEqual(['new', 'old'])
})

it.each(['', ' ', ',old', 'new,'])('refuses "%s", which an empty text would match', (secret) => {
  expect(() => secretValues('TOKEN', secret)).toThrow('TOKEN is empty')
})

it('accepts each value, and no text that joins them', async () => {
  const accepts = (text: string) => isSecret(text, 'TOKEN', 'new,old')
  expect([await accepts('new'), await accepts('old'), await accepts('new,old'), await accepts('')]).toEqual([true, true, false, false])
})
