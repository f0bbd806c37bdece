import { styles } from '@encre/protocol/catalogue'

// What a search of the library finds: words without accents, parts of words, one typing error.
// `designs-store.ts` orders by it. The page waits for the last key in `gallery-tools.tsx` and
// keeps the words in the address (`gallery-filter.ts`), both in `remotes/gallery/src`.

/** A member's words as the search reads them. */
export interface Search {
  /** The number of a design, or null. */
  number: number | null
  /** Folded words. A design has every one, in its subject or as the name of its style. */
  words: string[]
}

export const noSearch: Search = { number: null, words: [] }

/**
 * A text as the search compares it: words in lower case with one space between them, without
 * accents and ligatures.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[\s'’,.;:!?()"«»/-]+/gu, ' ')
    .trim()
}

/** The `l'` of "l'arbre", which means "arbre". */
const elision = /(?<!\p{L})(?:[cdjlmnst]|qu)['’]/giu
/** "n° 5", "no 5" and "#5", folded. */
const numberOfDesign = /(?:^| )(?:n[°ºo]?|numero|#) ?(\d{1,9})(?= |$)/

/** Reads "n° 5", "no 5" or "#5" as the number of a design, and everything else as words. */
export function readSearch(query: string): Search {
  const folded = fold(query.replace(elision, ' '))
  const [named, number] = numberOfDesign.exec(folded) ?? []
  const words = named === undefined ? folded : folded.replace(named, ' ')
  return {
    number: number === undefined ? null : Number(number),
    words: words.split(' ').filter(Boolean),
  }
}

/**
 * How well a design fits: every word whole, one only as the beginning of a word, one with a typing
 * error, or not at all.
 */
export const ranks = { whole: 0, part: 1, typo: 2, none: 9 } as const

export interface Expression {
  sql: string
  values: (string | number)[]
}

/**
 * The rank of a row of `designs` for these words. The column `folded_subject` begins and ends with
 * a space.
 */
export function rankOf(words: readonly string[]): Expression {
  const each = words.map((word) => rankOfWord(word, words.length === 1))
  // With one argument `max` would be the aggregate.
  return {
    sql: `max(0, ${each.map(({ sql }) => sql).join(', ')})`,
    values: each.flatMap(({ values }) => values),
  }
}

/** The first case that fits decides, so the better ranks come first. */
function rankOfWord(word: string, isAlone: boolean): Expression {
  const cases = [...wholeCases(word, isAlone), ...partCases(word), ...typoCases(word)]
  return {
    sql: `case ${cases.map(({ sql }) => sql).join(' ')} else ${ranks.none} end`,
    values: cases.flatMap(({ values }) => values),
  }
}

function wholeCases(word: string, isAlone: boolean): Expression[] {
  const forms = formsOf(word)
  const cases = forms.map((form) => hasText(ranks.whole, ` ${form} `))
  if (isAlone && /^\d{1,9}$/.test(word)) {
    cases.push({ sql: `when number = ? then ${ranks.whole}`, values: [Number(word)] })
  }
  cases.push(...hasStyle(ranks.whole, (name) => forms.includes(name)))
  return cases
}

/** The beginning of a word says enough from four letters: 'mer' is not 'mère'. */
const shortestPart = 4

function partCases(word: string): Expression[] {
  const isNumber = /^\d+$/.test(word)
  if (isNumber || (isWord(word) && word.length < shortestPart)) return []
  // What is no word, such as a sign, is found anywhere.
  const text = isWord(word) ? ` ${word}` : word
  return [hasText(ranks.part, text), ...hasStyle(ranks.part, (name) => name.startsWith(word))]
}

function typoCases(word: string): Expression[] {
  const patterns = isWord(word) ? typosOf(word) : []
  if (patterns.length === 0) return []
  const typo = new RegExp(`^(${patterns.join('|')})$`)
  return [
    { sql: `when ${matchesAny(word, patterns)} then ${ranks.typo}`, values: [] },
    ...hasStyle(ranks.typo, (name) => typo.test(name)),
  ]
}

function isWord(word: string): boolean {
  return /^[a-z]+$/.test(word)
}

/**
 * With `instr`, because D1 refuses a pattern of `like` over 50 bytes and a member may type its
 * wildcards.
 */
function hasText(rank: number, text: string): Expression {
  return { sql: `when instr(folded_subject, ?) > 0 then ${rank}`, values: [text] }
}

function hasStyle(rank: number, fits: (name: string) => boolean): Expression[] {
  const found = styles.filter(({ id, name }) => fold(`${name} ${id}`).split(' ').some(fits))
  return found.map(({ id }) => ({ sql: `when style = ? then ${rank}`, values: [id] }))
}

/** The other number of words whose forms have little in common. */
const irregular = new Map([
  ['oeil', 'yeux'],
  ['yeux', 'oeil'],
  ['ciel', 'cieux'],
  ['cieux', 'ciel'],
])

/**
 * A word in the singular and in the plural, with forms that no text has: 'loup', 'loups' and
 * 'loupx'.
 */
function formsOf(word: string): string[] {
  if (word.length < 3) return [word]
  const stem = withoutPlural(word, 3)
  const forms = new Set([word, stem, `${stem}s`, `${stem}x`, ...formsInAux(word)])
  const other = irregular.get(word)
  if (other) forms.add(other)
  return [...forms]
}

/** 'cheval' and 'corail' become 'chevaux' and 'coraux', and the other way round. */
function formsInAux(word: string): string[] {
  if (word.endsWith('aux')) {
    const stem = word.slice(0, -'aux'.length)
    return [`${stem}al`, `${stem}ail`]
  }
  const ending = ['al', 'ail'].find((each) => word.endsWith(each))
  return ending ? [`${word.slice(0, -ending.length)}aux`] : []
}

/** The word without an 's' or 'x' at its end, of which at least `shortest` letters stay. */
function withoutPlural(word: string, shortest: number): string {
  return word.length > shortest ? word.replace(/[sx]$/, '') : word
}

/** Shorter words have too many neighbours: 'rose' and 'robe'. */
const shortestTypo = 5
/** D1 takes patterns of up to 50 bytes. */
const longestTypo = 24

/**
 * Patterns of the texts that are one typing error away: another letter, one too many, one too few,
 * or two exchanged. The first letter is right. None for a word that is spelled well: 'poule' is not
 * 'poulpe'.
 */
function typosOf(word: string): string[] {
  const stem = withoutPlural(word, 1)
  if (stem.length < shortestTypo || stem.length > longestTypo) return []
  if (formsOf(word).some((form) => wellSpelled.has(form))) return []
  return Array.from({ length: stem.length }, (_, index) => typosAt(stem, index + 1)).flat()
}

/** The patterns of an error at one place of a stem, which may be its end. */
function typosAt(stem: string, at: number): string[] {
  const before = stem.slice(0, at)
  const letter = stem.charAt(at)
  const after = stem.slice(at + 1)
  const patterns = [`${before}[a-z]${letter}${after}`]
  if (letter) patterns.push(before + after)
  // Of five letters, such as 'crane' and 'crabe', one that differs is mostly another word.
  if (letter && stem.length > shortestTypo) patterns.push(`${before}[a-z]${after}`)
  if (after) patterns.push(`${before}${after.charAt(0)}${letter}${after.slice(1)}`)
  return patterns
}

/** D1 limits the depth of an expression to 100, so the patterns are compared in groups. */
const patternsOfGroup = 10

/**
 * One half of a word with a typing error is right, unless the error is where they meet. It is
 * searched first, because patterns are slow.
 */
function matchesAny(word: string, patterns: string[]): string {
  const stem = withoutPlural(word, 1)
  const middle = Math.ceil(stem.length / 2)
  const start = ` ${stem.slice(0, middle - 1)}`
  const end = stem.slice(middle)
  const isNear = `instr(folded_subject, '${start}') > 0 or instr(folded_subject, '${end}') > 0`
  const matches = patterns.map((pattern) => `folded_subject glob '* ${pattern}[ sx]*'`)
  const groups: string[] = []
  for (let first = 0; first < matches.length; first += patternsOfGroup) {
    groups.push(`(${matches.slice(first, first + patternsOfGroup).join(' or ')})`)
  }
  return `(${isNear}) and (${groups.join(' or ')})`
}

/** Words of tattoos that differ by one letter from another one, which they do not mean. */
const wellSpelled = new Set(
  `abeille aigle ailes ancre anges araignee arbre arc baleine balance barque biche blanche bouche bouee branche calme canard carpe carte
  cercle cerise chaine chaise chaman chameau champ chapeau charme chasse chateau chatte cheval cheveu chevre chien chouette cobra coeur colombe
  colonne compas corail corbeau corde corne corps coupe courbe couronne crabe crane crapaud croix cygne dague dame danse datte dauphin diable
  dragon drapeau ecume elephant epine etoile faucon femme feuille flamme flamant fleche fleur fleuve foret foudre fraise fruit galet gemme
  girafe glace gland globe grain graine grappe griffe grille grotte grue guepe guerre herbe heron heure hibou homme horloge huppe jambe jardin
  lampe langue lapin larme lezard licorne lierre ligne linge lion lotus loupe loutre lumiere lune lutin maison manteau marguerite marin marteau
  masque matin meduse merle mesange mouche mouette moule moulin mouton muguet muse nuage olive ombre orage oreille orque paille palme palmier
  panda paon papillon patte pavot peche pelle perle phare phase phenix pieuvre pigeon pince pivoine plage plante plume poire poison poisson
  poivre pomme porte poule poulpe poupee prune rameau raven renard requin ronce ronde rouge ruche sable sabre sapin sauge sceau scorpion serpent
  serment sirene soleil souris sphinx statue tasse taupe temple tigre titre tornade tortue toucan tresse tronc trone tulipe vague vase vautour
  ville viole violon visage voile volcan vigne`.split(/\s+/),
)
