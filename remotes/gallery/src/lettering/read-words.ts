/** Most letters of a lettering, and most lines. */
export const mostLetters = 60
export const mostLines = 3
/** What is read of a text: beyond it only counts as cut. */
const mostRead = 2000

/** What remains of a typed or pasted text, and how many characters were taken from it. */
export function readWords(typed: string): { words: string; cut: number } {
  const start = typed.slice(0, mostRead).toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n')
  const plain = start
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
  const lines = plain.split('\n')
  const last = lines.splice(mostLines - 1).join(' ')
  const kept = [...lines, ...(last === '' ? [] : [last])].join('\n')
  const letters = [...new Intl.Segmenter('fr').segment(kept)].map(({ segment }) => segment)
  const breaks = letters.filter((letter) => letter === '\n').length
  const words = letters.slice(0, mostLetters + breaks).join('')
  const unread = Math.max(0, typed.length - mostRead)
  return { words, cut: countCharacters(start) - countCharacters(words) + unread }
}

function countCharacters(text: string): number {
  return [...text].length
}
