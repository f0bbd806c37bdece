import { styles } from '@encre/protocol/catalogue'

/** A member's words as the search reads them. */
export interface Search {
  /** The number of a design, or null. */
  number: number | null
  /** Folded words. A design has every one, in its subject or as the name of its style. */
  words: string[]
}

export const noSearch: Search = { number: null, words: [] }

/** A text as the search compares it: words in lower case with one space between them, without accents and ligatures. */
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

/** Reads "n° 5", "no 5" or "#5" as the number of a design, and everything else as words. */
export function readSearch(query: string): Search {
  // "l'arbre" means "arbre".
  const folded = fold(query.replace(/(?<!\p{L})(?:[cdjlmnst]|qu)['’]/giu, ' '))
  const [named = '', number] = folded.match(/(?:^| )(?:n[°ºo]?|numero|#) ?(\d{1,9})(?= |$)/) ?? []
  return { number: number === undefined ? null : Number(number), words: folded.replace(named, ' ').split(' ').filter(Boolean) }
}

/** How well a design fits: every word whole, one only as the beginning of a word, one with a typing error, or not at all. */
export const ranks = { whole: 0, part: 1, typo: 2, none: 9 } as const

export interface Expression {
  sql: string
  values: (string | number)[]
}

/** The rank of a row of `designs` for these words. The column `folded_subject` begins and ends with a space. */
export function rankOf(words: readonly string[]): Expression {
  const each = words.map((word) => rankOfWord(word, words.length === 1))
  // With one argument `max` would be the aggregate.
  return { sql: `max(0, ${each.map(({ sql }) => sql).join(', ')})`, values: each.flatMap(({ values }) => values) }
}

function rankOfWord(word: string, isAlone: boolean): Expression {
  const forms = formsOf(word)
  const isWord = /^[a-z]+$/.test(word)
  // The beginning of a word says enough from four letters: 'mer' is not 'mère'. What is no word, such as a sign, is found anywhere.
  const isPart = isWord ? word.length >= 4 : !/^\d+$/.test(word)
  const patterns = isWord ? typosOf(word) : []
  const typo = new RegExp(`^(${patterns.join('|')})$`)
  const cases = [
    ...forms.map((form) => has(ranks.whole, ` ${form} `)),
    ...(isAlone && /^\d{1,9}$/.test(word) ? [{ sql: `when number = ? then ${ranks.whole}`, values: [Number(word)] }] : []),
    ...stylesWith(ranks.whole, (name) => forms.includes(name)),
    ...(isPart ? [has(ranks.part, isWord ? ` ${word}` : word), ...stylesWith(ranks.part, (name) => name.startsWith(word))] : []),
    ...(patterns.length > 0 ? [{ sql: `when ${globs(word, patterns)} then ${ranks.typo}`, values: [] }] : []),
    ...(patterns.length > 0 ? stylesWith(ranks.typo, (name) => typo.test(name)) : []),
  ]
  return { sql: `case ${cases.map(({ sql }) => sql).join(' ')} else ${ranks.none} end`, values: cases.flatMap(({ values }) => values) }
}

// `instr`, because D1 refuses a pattern of `like` over 50 bytes and a member may type its wildcards.
const has = (rank: number, text: string): Expression => ({ sql: `when instr(folded_subject, ?) > 0 then ${rank}`, values: [text] })

function stylesWith(rank: number, fits: (name: string) => boolean): Expression[] {
  const found = styles.filter(({ id, name }) => fold(`${name} ${id}`).split(' ').some(fits))
  return found.map(({ id }) => ({ sql: `when style = ? then ${rank}`, values: [id] }))
}

const irregular = ['oeil yeux', 'ciel cieux'].flatMap((pair) => [pair.split(' '), pair.split(' ').reverse()])

/** A word in the singular and in the plural. */
function formsOf(word: string): string[] {
  if (word.length < 3) return [word]
  const stem = word.replace(/(?<=...)[sx]$/, '')
  const others = irregular.flatMap(([one, other = '']) => (one === word ? [other] : []))
  const [singulars, plurals] = [['al', 'ail'], 'aux']
  const ended = singulars.flatMap((end) => [word.replace(/aux$/, end), word.endsWith(end) ? word.slice(0, -end.length) + plurals : word])
  return [...new Set([word, stem, `${stem}s`, `${stem}x`, ...ended, ...others])]
}

/** Shorter words have too many neighbours: 'rose' and 'robe'. D1 takes patterns of up to 50 bytes. */
const [shortestTypo, longestTypo] = [5, 24]

/**
 * Patterns of the texts that are one typing error away: another letter, one too many, one too few, or two exchanged. The first letter is
 * right. None for a word that is spelled well: 'poule' is not 'poulpe'.
 */
function typosOf(word: string): string[] {
  const stem = word.replace(/[sx]$/, '')
  if (stem.length < shortestTypo || stem.length > longestTypo || formsOf(word).some((form) => wellSpelled.has(form))) return []
  return Array.from({ length: stem.length }, (_, index) => index + 1).flatMap((at) => {
    const [before, letter, after] = [stem.slice(0, at), stem.charAt(at), stem.slice(at + 1)]
    return [
      `${before}[a-z]${letter}${after}`,
      ...(letter ? [before + after] : []),
      // Of five letters, such as 'crane' and 'crabe', one that differs is mostly another word.
      ...(letter && stem.length > shortestTypo ? [`${before}[a-z]${after}`] : []),
      ...(after ? [`${before}${after.charAt(0)}${letter}${after.slice(1)}`] : []),
    ]
  })
}

/** One half of a word with a typing error is right, unless the error is where they meet. It is searched first, because patterns are slow. */
function globs(word: string, patterns: string[]): string {
  const stem = word.replace(/[sx]$/, '')
  const middle = Math.ceil(stem.length / 2)
  const near = [` ${stem.slice(0, middle - 1)}`, stem.slice(middle)].map((half) => `instr(folded_subject, '${half}') > 0`).join(' or ')
  const each = patterns.map((pattern) => `folded_subject glob '* ${pattern}[ sx]*'`)
  // D1 limits the depth of an expression to 100.
  const groups = Array.from(
    { length: Math.ceil(each.length / 10) },
    (_, group) => `(${each.slice(group * 10, group * 10 + 10).join(' or ')})`,
  )
  return `(${near}) and (${groups.join(' or ')})`
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
