/**
 * First sentence of the `revised_prompt` of an image that the embedded maker drew without knowing its subject: it made an abstract
 * drawing instead. Absent from every other answer; OpenAI never sends it. Compare with `startsWith`: the prompt follows.
 */
export const unknownSubjectSentence = 'An abstract drawing, because the embedded maker does not know the subject.'
