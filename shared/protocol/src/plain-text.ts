import * as z from 'zod/mini'

/**
 * For text that others read: refuses control and reordering characters, replaces half of a
 * surrogate pair by U+FFFD. Allows line breaks.
 */
export const plainText = () => [wellFormed(), z.refine<string>(isPlainText)] as const

/** The checks of `plainText` for text of one line, which has neither line breaks nor tabs. */
export const plainLine = () => [wellFormed(), z.refine<string>(isPlainLine)] as const

const reordering = /\p{Bidi_Control}/u

function isPlainText(text: string): boolean {
  return !reordering.test(text) && !/[^\P{Cc}\t\n\r]/u.test(text)
}

function isPlainLine(text: string): boolean {
  return !reordering.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/**
 * Makes one plain line of a text from another service: each run of characters that `plainLine`
 * refuses becomes a space.
 */
export function toPlainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
}

function wellFormed() {
  return z.overwrite((text: string) => text.toWellFormed())
}
