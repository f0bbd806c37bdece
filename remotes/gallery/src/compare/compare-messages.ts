export const compareMessages = {
  title: 'Comparer',
  measuring: 'Mesure des deux designs...',
  sameScale: 'Les deux designs sont à la même échelle : leurs règles sont en centimètres.',
  notTwo: 'Cette adresse ne nomme pas deux designs différents.',
  notTwoHint: 'Sélectionnez deux designs dans votre galerie, puis « Comparer ».',
  failed: 'Ce design n’a pas pu être mesuré',
  size: 'Taille',
  recommended: 'Taille conseillée',
  enough: 'La taille choisie suffit.',
  drawing: (subject: string, size: string) => `« ${subject} », ${size}`,
}
