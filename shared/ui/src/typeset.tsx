/**
 * A French sentence as it is printed: no line may start with its punctuation. For display only;
 * the sentence itself keeps the specification's plain spaces.
 */
export function typeset(text: string): string {
  return text
    .replace(/ ([?!;»])/g, '\u202f$1')
    .replace(/ :/g, '\u00a0:')
    .replace(/« /g, '«\u202f')
}
