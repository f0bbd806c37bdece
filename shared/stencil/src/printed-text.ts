import type { Pixels } from './pixels.ts'

/**
 * A line of text on paper. Text that the PDF's fonts lack (`isPrintable` is false: emoji, Polish,
 * Arabic) comes as a picture of the line, drawn by the caller: its height is `lineHeight` times the
 * type size and its baseline lies at `baseline` of that height.
 */
export type PrintedText = string | Pixels

/** Height of a line, in type sizes. */
export const lineHeight = 1.4
/** The baseline's distance from the top of a line, as a share of its height. */
export const baseline = 0.75

// What the fonts have of Windows-1252 between 128 and 159; the rest of it is Latin-1. A control
// character stands where they have nothing.
const specials =
  '€\u0081‚\u0083„…\u0086\u0087ˆ\u0089\u008a‹Œ\u008d\u008e\u008f\u0090‘’“”•–—˜™\u009a›œ\u009d\u009e\u009f'
/** Widths of Hanken Grotesk 400 and 700 from code 32 to 255, in thousandths of the type size. */
export const glyphWidths = [
  '260 240 338 699 560 747 686 174 222 222 398 560 240 327 240 418 560 560 560 560 560 560 560 560 560 560 240 240 560 560 560 516 874 637 601 704 682 585 565 731 678 246 552 634 495 839 676 748 554 774 598 564 587 656 656 957 641 602 582 258 448 258 552 405 292 540 587 518 587 540 335 514 547 226 226 532 265 828 547 577 587 587 407 470 346 547 521 748 520 521 472 239 258 239 560 0 560 0 288 0 387 668 0 0 400 0 0 246 1019 0 0 0 0 263 263 436 438 353 412 1058 420 701 0 246 933 0 0 0 260 240 560 560 613 560 258 577 383 827 499 469 560 327 626 369 418 560 418 413 298 547 573 334 299 271 526 467 714 751 795 340 637 637 637 637 637 637 896 704 585 585 585 585 246 246 246 246 682 676 748 748 748 748 748 560 748 656 656 656 656 602 631 634 540 540 540 540 540 540 867 518 540 540 540 540 226 226 226 226 619 547 577 577 577 577 577 560 577 547 547 547 547 521 627 521',
  '260 252 366 694 560 735 700 193 277 277 399 560 240 327 240 420 560 560 560 560 560 560 560 560 560 560 240 240 560 560 560 515 873 674 611 709 674 578 558 735 693 263 556 663 504 856 689 747 562 785 612 575 584 657 672 979 670 625 605 299 467 299 627 493 312 546 574 522 574 541 348 522 564 245 245 560 278 843 564 572 574 574 426 472 367 564 535 755 542 535 471 283 271 283 560 0 560 0 285 0 437 692 0 0 389 0 0 282 987 0 0 0 0 270 270 462 463 384 428 1058 411 724 0 283 911 0 0 0 260 252 560 560 611 560 271 606 405 804 473 541 560 327 610 352 422 560 407 400 321 564 615 308 287 260 497 459 764 804 842 414 674 674 674 674 674 674 928 709 578 578 578 578 263 263 263 263 674 689 747 747 747 747 747 560 747 657 657 657 657 625 616 651 546 546 546 546 546 546 857 522 541 541 541 541 245 245 245 245 602 564 572 572 572 572 572 560 572 564 564 564 564 535 611 535',
].map((widths) => widths.split(' ').map(Number))

/**
 * The code of a character in WinAnsiEncoding. Null where the fonts lack it. Narrow no-break spaces
 * become no-break spaces.
 */
function codeOf(character: string): number | null {
  const code =
    character === '\u202f' || character === '\u2009' ? 160 : (character.codePointAt(0) ?? 0)
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return code
  const special = specials.indexOf(character)
  return special >= 0 && code > 159 ? 128 + special : null
}

/** Codes of a text in WinAnsiEncoding: a question mark for each character that the fonts lack. */
export function encodeWinAnsi(text: string): number[] {
  return Array.from(text.normalize('NFC'), (character) => codeOf(character) ?? 63)
}

/** Whether the fonts have every character of a text. */
export function isPrintable(text: string): boolean {
  return Array.from(text.normalize('NFC')).every((character) => codeOf(character) !== null)
}

/** Width of a text in the unit of its type size. */
export function textWidth(text: string, size: number, isBold = false): number {
  const widths = glyphWidths[isBold ? 1 : 0]
  return (
    (encodeWinAnsi(text).reduce((sum, code) => sum + (widths?.[code - 32] ?? 0), 0) * size) / 1000
  )
}

/**
 * Breaks a text at spaces so that no line is wider than `width`; longer words are cut. Line breaks
 * stay.
 */
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
  while (characters.length > 0 && textWidth(`${characters.join('')}...`, size) > width)
    characters.pop()
  return `${characters.join('').trimEnd()}...`
}
