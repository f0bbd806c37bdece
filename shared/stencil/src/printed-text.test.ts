import { expect, test } from 'vitest'
import { encodeWinAnsi, fitText, isPrintable, textWidth, wrapText } from './printed-text.ts'

test('encodes French typography for the fonts', () => {
  expect(encodeWinAnsi('œ’–€…')).toEqual([0x9c, 0x92, 0x96, 0x80, 0x85])
  expect(encodeWinAnsi('100\u202f%')).toEqual([49, 48, 48, 0xa0, 37])
  expect(encodeWinAnsi('e\u0301')).toEqual([0xe9])
})

test('knows what the fonts lack', () => {
  expect(isPrintable('Loup à l’été, cœur')).toBe(true)
  expect(['Żółw', 'Šárka', 'ذئب', '🐺', 'a\nb', '\u0081'].filter(isPrintable)).toEqual([])
})

test('measures, wraps and cuts text', () => {
  expect(textWidth('Hé', 10)).toBeCloseTo(12.18)
  const measure = (line: string) => line.length
  expect(wrapText('un loup sous la lune\n\nfin', 8, measure)).toEqual([
    'un loup',
    'sous la',
    'lune',
    '',
    'fin',
  ])
  expect(wrapText('anticonstitutionnellement', 10, measure).join('')).toBe(
    'anticonstitutionnellement',
  )
  expect(wrapText('', 10, measure)).toEqual([''])
  expect(textWidth(fitText('un loup sous la lune', 20, 4), 4)).toBeLessThanOrEqual(20)
  expect(fitText('court', 200, 4)).toBe('court')
})
