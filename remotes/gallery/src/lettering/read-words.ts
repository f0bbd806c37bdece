/** Most letters of a lettering, and most lines. */
export const mostLetters = 60
export const mostLines = 3
/** What is read of a text: beyond it only counts as refused. */
const mostRead = 2000

/** Words as the field shows them, and the place of the caret in them. */
export interface TypedWords {
  words: string
  caret: number
  /** How many characters were refused. */
  refused: number
}

/**
 * The words after somebody typed or pasted into `words`: the field now has `typed`, with its caret
 * behind what was inserted. Normalises only what was inserted, and refuses there what is too much.
 */
export function typeWords(words: string, typed: string, caret: number): TypedWords {
  const after = typed.slice(caret)
  // The browser changed more than one place, for example when it took a change back.
  if (!words.endsWith(after)) return typeWords('', typed, typed.length)
  const start = Math.min(commonStart(words, typed), caret, words.length - after.length)
  const before = typed.slice(0, start)
  const inserted = typed.slice(start, caret)
  // An accent that is typed after its letter joins it.
  const upToCaret = (before + takeFitting(readLetters(inserted), before, after)).normalize('NFC')
  return {
    words: upToCaret + after,
    caret: upToCaret.length,
    refused: countCharacters(typed.normalize('NFC')) - countCharacters(upToCaret + after),
  }
}

/** How much two texts have in common at their start. Never half of a surrogate pair. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return /^[\udc00-\udfff]/.test(other.slice(length)) ? length - 1 : length
}

/** The letters of a text: signs of ligatures as their letters, no character that nobody sees. */
function readLetters(text: string): string[] {
  const plain = text
    .slice(0, mostRead)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/[^\P{Cc}\n]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
  return lettersOf(plain)
}

/** As many of these letters as fit between the others. Surplus lines of a pasted text are joined. */
function takeFitting(letters: string[], before: string, after: string): string {
  let taken = ''
  for (const letter of letters) {
    const hasAllLines = (before + taken + after).split('\n').length >= mostLines
    const isSurplus = letter === '\n' && hasAllLines
    if (isSurplus && letters.length === 1) return ''
    const next = isSurplus ? ' ' : letter
    if (countLetters(before + taken + next + after) > mostLetters) return taken
    taken += next
  }
  return taken
}

function countLetters(text: string): number {
  return lettersOf(text.normalize('NFC')).filter((letter) => letter !== '\n').length
}

function lettersOf(text: string): string[] {
  return [...new Intl.Segmenter('fr').segment(text)].map(({ segment }) => segment)
}

function countCharacters(text: string): number {
  return [...text].length
}
