const lines = new Map([
  ['ai', 'Image générée par IA'],
  ['drawn', 'Aperçu local, dessiné sans IA'],
])

/**
 * The line that says what kind of image a design is, in French (EU AI Act, article 50). Null for an origin that this version does not
 * know: the page then claims neither. The image file carries its own mark.
 */
export function originLine(origin: string): string | null {
  return lines.get(origin) ?? null
}
