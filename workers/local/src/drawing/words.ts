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

/**
 * Possible singulars of a word, the word itself first: "cheveux", "loups", "wolves", "cerises",
 * "butterflies".
 */
export function singulars(word: string): string[] {
  const forms = [word]
  if (/[sx]$/.test(word)) forms.push(word.slice(0, -1))
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('aux')) forms.push(`${word.slice(0, -3)}al`, word.slice(0, -1))
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  return forms
}

export const smallWords: ReadonlySet<string> = new Set(
  (
    'd de du des la le les l un une deux trois quatre cinq ma mon mes sa son ses notre au aux en et ou sur sous dans avec par pour entre ' +
    'autour devant derriere style dessin tatouage ajoute ajouter ajoutez add a an one two three four five the of my his her is in on under over round around with ' +
    'between behind and or for tattoo drawing design'
  ).split(' '),
)
