/** What people and what machines read of an origin; the second are IPTC's digital source types. */
export const origins = new Map([
  ['ai', { sentence: 'Image générée par IA', sourceType: 'trainedAlgorithmicMedia' }],
  ['drawn', { sentence: 'Aperçu local, dessiné sans IA', sourceType: 'algorithmicMedia' }],
])
