import * as z from 'zod/mini'

/**
 * Checks for text that a member or a team typed and others will read. They replace half of a surrogate pair by U+FFFD, and refuse control
 * characters and the characters that reorder what follows them on a screen. `plainLine` refuses line breaks and tabs too.
 */
export const plainText = () => [wellFormed(), z.refine<string>(isPlainText)] as const
export const plainLine = () => [wellFormed(), z.refine<string>(isPlainLine)] as const

const reordering = /\p{Bidi_Control}/u

export function isPlainText(text: string): boolean {
  return !reordering.test(text) && !/[^\P{Cc}\t\n\r]/u.test(text)
}

export function isPlainLine(text: string): boolean {
  return !reordering.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** One plain line of a text from elsewhere: what a line may not have becomes a space. */
export function toPlainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
}

function wellFormed() {
  return z.overwrite((text: string) => text.toWellFormed())
}
