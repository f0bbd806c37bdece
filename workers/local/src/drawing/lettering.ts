import { plain, smallWords } from './words.ts'

const ribbonWords =
  /\b(rubans?|banderoles?|banni[eè]res?|phylact[eè]res?|parchemins?|ribbons?|banners?|scrolls?)\b/i
const quoted =
  /[«“„"]\s*([^«»“”„"]{1,40}?)\s*[»”"]|(?<![\p{L}\p{N}])['‘]([^'’]{1,40})['’](?![\p{L}\p{N}])/u
// "sans couronne ni feuilles", up to a preposition or the next article; a quoted text is kept.
const excluding =
  /(?<!\p{L})(?:(?:sans|without|no|not any|aucune?s?|ni|sauf|hormis|except|excluding|avoid|évite[rz]?|enl[eè]ve[rz]?|retire[rz]?|supprime[rz]?|remove|pas (?:de|une?|l[ae]s?))(?!\p{L})|pas d['’])\s*[^,.;:!?«“„"]*?(?=\s(?:avec|mais|sous|sur|dans|devant|autour|with|but|under|on|in|(?:et|and) (?:une?|des?|les?|la|deux|trois|an?|the))\s|[,.;:!?«“„"]|$)/iu
const quotedOrExcluded = new RegExp(`${quoted.source}|(?<excluded>${excluding.source})`, 'giu')
const announcing =
  /(?<!\p{L})(?:pr[ée]noms?|noms?|dates?|initiales?|mots?|names?|words?|initials?)(?!\p{L})/iu
const announced = new RegExp(`${announcing.source}\\s*:?\\s*([^,;!?]*)`, 'iu')
const months =
  /^(janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre)$/iu
const longest = 24
const lineLength = 14

export interface Lettering {
  text: string
  /** The subject without that text, so that the name Rose does not draw a flower. */
  rest: string
}

/** Parts what a subject asks for from what it excludes. */
export function splitExclusions(subject: string): { wanted: string; excluded: string } {
  const excluded: string[] = []
  const wanted = subject.replace(quotedOrExcluded, (text, ...rest) => {
    const { excluded: phrase } = rest.at(-1)
    if (!phrase) return text
    excluded.push(phrase)
    return ' '
  })
  return { wanted, excluded: plain(excluded.join(' ')) }
}

/**
 * Reads quoted text, or the text after prénom, nom or date. Null when the subject needs no ribbon.
 */
export function readLettering(subject: string): Lettering | null {
  const quote = quoted.exec(subject)
  const words = quote?.[1] ?? quote?.[2] ?? readAnnounced(subject)
  if (!words)
    return ribbonWords.test(subject) ? { text: '', rest: subject.replace(ribbonWords, ' ') } : null
  return {
    text: words.normalize('NFC').toLocaleUpperCase('fr').slice(0, longest).trim(),
    rest: [quote?.[0] ?? words, ribbonWords, announcing].reduce<string>(
      (rest, part) => rest.replace(part, ' '),
      subject,
    ),
  }
}

/** The words of a subject without a drawing, for ribbons one above the other. */
export function wrapWords(words: readonly string[]): string[] {
  const lines = ['']
  for (const word of words.join(' ').toLocaleUpperCase('fr').split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= lineLength || longer === word) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.slice(0, 5)
}

function readAnnounced(subject: string): string | null {
  const words =
    announced
      .exec(subject)?.[1]
      ?.replace(/^.*:\s*|\.\s*$/g, '')
      .split(/\s+/)
      .filter(Boolean) ?? []
  const isName = (word: string) => /^(?:[dl]['’])?[\p{Lu}\p{N}]/u.test(word)
  const first = words.slice(0, 6).findIndex(isName)
  if (first >= 0) {
    const tail = words.slice(first)
    const end = tail.findIndex((word) => !isName(word) && !months.test(word) && word !== '&')
    return (end < 0 ? tail : tail.slice(0, end)).join(' ').replace(/^[dl]['’]/, '')
  }
  return words.find((word) => !smallWords.has(plain(word))) ?? null
}
