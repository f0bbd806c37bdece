import { expect, it } from 'vitest'
import { readCursor, readOwnCursor, writeCursor } from './cursor.ts'

const position = { createdAt: '2026-11-28T10:00:00.000Z', id: 'a', number: 3 }

it('begins at the start without a cursor, and where a cursor says', () => {
  expect(readCursor()).toBe(null)
  expect(readCursor(writeCursor(position))).toEqual(position)
})

it.each(['', '!', btoa('[9e15,"a"]'), btoa('{}')])('refuses the text %s', (text) => {
  expect(readCursor(text)).toBe('invalid-cursor')
})

it('an export does not begin again with a cursor that its worker has not written', () => {
  expect(readOwnCursor(null)).toBe(null)
  expect(readOwnCursor(writeCursor(position))).toEqual(position)
  expect(() => readOwnCursor('!')).toThrow('not a cursor of this worker: !')
})
