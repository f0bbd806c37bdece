import { describe, expect, it } from 'vitest'
import { typeWords } from './read-words.ts'

/** What the field shows after a text was inserted behind `start`; `|` is the caret. */
function insert(shown: string, text: string): string {
  const at = shown.indexOf('|')
  const before = shown.slice(0, at)
  const after = shown.slice(at + 1)
  const typed = typeWords(before + after, before + text + after, before.length + text.length)
  return `${typed.words.slice(0, typed.caret)}|${typed.words.slice(typed.caret)}`
}

const sixty = 'x'.repeat(60)

describe('typeWords', () => {
  it.each([
    { shown: 'L|onore', text: 'e\u0301', next: 'X', result: 'LéX|onore' },
    { shown: 'L|onore', text: 'e\u0301n', next: 'X', result: 'LénX|onore' },
    { shown: 'Le|onore', text: '\u0301', next: 'X', result: 'LéX|onore' },
    { shown: 'Lo|uis', text: '\u00ad', next: 'Q', result: 'LoQ|uis' },
    { shown: 'Lo|uis', text: '\u202ei\u200b\u0000', next: 'Q', result: 'LoiQ|uis' },
    { shown: '|', text: 'ﬁn ﬂou ﬄ', next: '', result: 'fin flou ffl|' },
    { shown: '|', text: 'Việt Nam', next: '', result: 'Việt Nam|' },
    { shown: 'a|\nb\nc', text: '\n', next: 'X', result: 'aX|\nb\nc' },
    { shown: 'a|', text: '\r\nb\r\nc\r\nd', next: '', result: 'a\nb\nc d|' },
    { shown: 'a|\nb', text: '\n', next: 'X', result: 'a\nX|\nb' },
    { shown: '👍🏽|', text: '👍🏿', next: '', result: '👍🏽👍🏿|' },
  ])('$shown with $text, then $next', ({ shown, text, next, result }) => {
    expect(insert(insert(shown, text), next)).toBe(result)
  })

  it('refuses the letter that is too much where it is typed', () => {
    expect(insert(`xxxxx|${sixty.slice(5)}`, 'X')).toBe(`xxxxx|${sixty.slice(5)}`)
    expect(insert(`xxxxx|${sixty.slice(7)}`, 'XYZ')).toBe(`xxxxxXY|${sixty.slice(7)}`)
    expect(insert(`${sixty.slice(1)}e|`, '\u0301')).toBe(`${sixty.slice(1)}é|`)
  })

  it.each([
    { typed: 'abc', refused: 0 },
    { typed: 'e\u0301te\u0301', refused: 0 },
    { typed: 'a\u200bb\u200d\ufeffc\u00ad', refused: 4 },
    { typed: `${sixty}x`, refused: 1 },
    { typed: 'x'.repeat(1_000_000), refused: 999_940 },
  ])('says how many characters it refuses: $refused', ({ typed, refused }) => {
    expect(typeWords('', typed, typed.length).refused).toBe(refused)
  })

  it('removes what is deleted, and reads all anew after a change that the browser took back', () => {
    expect(typeWords('abc', 'ac', 1)).toEqual({ words: 'ac', caret: 1, refused: 0 })
    expect(typeWords('abc', 'a\u00adxyz', 1)).toEqual({ words: 'axyz', caret: 4, refused: 1 })
  })

  it('replaces a character beside one that looks half alike', () => {
    expect(typeWords('👍', '👎', 2)).toEqual({ words: '👎', caret: 2, refused: 0 })
  })
})
