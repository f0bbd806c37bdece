interface Field {
  value: string
  selectionStart: number
  selectionEnd: number
  maxLength: number
}

/** What to say of a paste that does not fit into the field. Empty if it fits. */
export function pasteCut(
  { value, selectionStart, selectionEnd, maxLength }: Field,
  pasted: string,
): string {
  const kept = value.length - (selectionEnd - selectionStart)
  const cut = kept + pasted.length - maxLength
  return cut > 0 ? `Collage coupé : ${cut} caractère${cut > 1 ? 's' : ''} en trop.` : ''
}
