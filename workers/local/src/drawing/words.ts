/** Lower case, no accents, only letters and digits between single spaces. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Possible singulars of a word, the word itself first: "cheveux", "loups", "wolves", "cerises", "butterflies". */
export function singulars(word: string): string[] {
  const forms = [word]
  if (/[sx]$/.test(word)) forms.push(word.slice(0, -1))
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('aux')) forms.push(`${word.slice(0, -3)}al`, word.slice(0, -1))
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  return forms
}
