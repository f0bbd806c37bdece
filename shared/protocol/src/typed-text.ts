/**
 * Control characters except line breaks and tabs, and characters that reorder or hide text. Not the
 * joiners and variation selectors, which emoji and the scripts of Persian and India need.
 */
export const notPlain =
  /[^\P{Cc}\t\n\r]|(?!\u200c|\u200d|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

const everyNotPlain = new RegExp(notPlain, 'gu')

/**
 * What somebody typed, as a worker takes it: without the characters that `plainText` refuses, which
 * a paste can bring.
 */
export function typedText(text: string): string {
  return text.replace(everyNotPlain, '')
}
