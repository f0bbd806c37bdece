import * as z from 'zod/mini'

/**
 * For text that others read: refuses control and reordering characters, and a text without a
 * visible one; replaces half of a surrogate pair by U+FFFD. Allows line breaks.
 */
export const plainText = () => [wellFormed(), z.refine<string>(isPlainText)] as const

/** The checks of `plainText` for text of one line, which has neither line breaks nor tabs. */
export const plainLine = () => [wellFormed(), z.refine<string>(isPlainLine)] as const

const reordering = /\p{Bidi_Control}/u
/** Also U+2800, the empty pattern of Braille. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

function isPlainText(text: string): boolean {
  return isShown(text) && !/[^\P{Cc}\t\n\r]/u.test(text)
}

function isPlainLine(text: string): boolean {
  return isShown(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** Whether a text shows what it says. An empty one does: its schema decides about it. */
function isShown(text: string): boolean {
  return !reordering.test(text) && (text.trim() === '' || visible.test(text))
}

/**
 * Makes one plain line of a text from another service: each run of characters that `plainLine`
 * refuses becomes a space, and a text without a visible one becomes empty.
 */
export function toPlainLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
  return visible.test(line) ? line : ''
}

function wellFormed() {
  return z.overwrite((text: string) => text.toWellFormed())
}
