import type { Pixels } from './pixels.ts'

/**
 * A line of text on paper. Text that the standard fonts lack (`isPrintable` is false: emoji, Polish, Arabic) comes as a picture of the
 * line, drawn by the caller: its height is `lineHeight` times the type size and its baseline lies at `baseline` of that height.
 */
export type PrintedText = string | Pixels

/** Height of a line, in type sizes. */
export const lineHeight = 1.4
/** The baseline's distance from the top of a line, as a share of its height. */
export const baseline = 0.75

// What Windows-1252 has between 128 and 159; the rest of it is Latin-1.
const specials = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
// Helvetica's widths from 32 to 126, in thousandths (Adobe's font metrics); an accented letter is as wide as its base.
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)
const otherWidths: Record<string, number> = {
  œ: 944,
  Œ: 1000,
  æ: 889,
  Æ: 1000,
  '—': 1000,
  '…': 1000,
  '’': 222,
  '‘': 222,
  '“': 333,
  '”': 333,
  '°': 400,
  '×': 584,
  ß: 611,
}

/** Codes of a text in WinAnsiEncoding, or null where it lacks a character. Narrow no-break spaces become no-break spaces. */
export function encodeWinAnsi(text: string): number[] | null {
  const codes: number[] = []
  for (const character of text.normalize('NFC').replace(/[\u202f\u2009]/g, '\u00a0')) {
    const code = character.codePointAt(0) ?? 0
    const special = specials.indexOf(character)
    if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) codes.push(code)
    else if (special >= 0 && code > 159) codes.push(128 + special)
    else return null
  }
  return codes
}

/** Whether the standard fonts have every character of a text. */
export function isPrintable(text: string): boolean {
  return encodeWinAnsi(text) !== null
}

/** Width of a text in the unit of its type size; `isBold` adds a twentieth, as Helvetica Bold does on average. */
export function textWidth(text: string, size: number, isBold = false): number {
  let width = 0
  for (const character of text) {
    const base = character.normalize('NFD').codePointAt(0) ?? 0
    width += otherWidths[character] ?? widths[base - 32] ?? (character === '\u00a0' || character === '\u202f' ? 278 : 556)
  }
  return (width * size * (isBold ? 1.05 : 1)) / 1000
}

/** Breaks a text at spaces so that no line is wider than `width`; longer words are cut. Line breaks stay. */
export function wrapText(text: string, width: number, measure: (line: string) => number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/[ \t]+/)) {
      const longer = line ? `${line} ${word}` : word
      if (measure(longer) <= width) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      line = ''
      for (const character of word) {
        if (line && measure(line + character) > width) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    return [...lines, line]
  })
}

/** Cuts a text that is too wide and ends it with an ellipsis. */
export function fitText(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text
  const characters = [...text]
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
