import * as z from 'zod/mini'
import { notPlain } from './typed-text.ts'

/**
 * For text that others read: refuses control characters, those that reorder or hide text, and a
 * text without a visible one; replaces half of a surrogate pair by U+FFFD. Allows line breaks.
 */
export const plainText = () => [wellFormed(), z.refine<string>(isPlainText)] as const

/** The checks of `plainText` for text of one line, which has neither line breaks nor tabs. */
export const plainLine = () => [wellFormed(), z.refine<string>(isPlainLine)] as const

const lineBreak = /[\t\n\r\p{Zl}\p{Zp}]/u
const notInLine = new RegExp(`(?:${notPlain.source}|${lineBreak.source})+`, 'gu')
/** Neither the joiners nor U+2800, the empty pattern of Braille. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** An empty text shows what it says: its schema decides about it. */
function isPlainText(text: string): boolean {
  return !notPlain.test(text) && (text.trim() === '' || visible.test(text))
}

function isPlainLine(text: string): boolean {
  return isPlainText(text) && !lineBreak.test(text)
}

/**
 * Makes one plain line of a text from another service: each run of characters that `plainLine`
 * refuses becomes a space, and a text without a visible one becomes empty.
 */
export function toPlainLine(text: string): string {
  const line = text.toWellFormed().replace(notInLine, ' ').trim()
  return visible.test(line) ? line : ''
}

function wellFormed() {
  return z.overwrite((text: string) => text.toWellFormed())
}
