/** The sentence for people and the IPTC digital source type for machines, by the origin of a design. */
export const origins = new Map([
  ['ai', { sentence: 'Image générée par IA', sourceType: 'trainedAlgorithmicMedia' }],
  ['drawn', { sentence: 'Aperçu local, dessiné sans IA', sourceType: 'algorithmicMedia' }],
])
