export const compareMessages = {
  title: 'Comparer',
  measuring: 'Mesure des deux designs...',
  sameScale: 'Les deux designs sont à la même échelle : leurs règles sont en centimètres.',
  printed: 'Imprimez à 100 %, puis mesurez une règle : si la page est assez large, les designs sont à leur taille réelle.',
  notTwo: 'Cette adresse ne nomme pas deux designs différents.',
  notTwoHint: 'Sélectionnez deux designs dans votre galerie, puis « Comparer ».',
  failed: 'Ce design n’a pas pu être mesuré',
  size: 'Taille',
  recommended: 'Taille conseillée',
  atLeast: (centimetres: string) => `au moins ${centimetres}`,
  notMeasured: 'aucun trait à mesurer',
  enough: 'La taille choisie suffit.',
  /** By the rule that measured the design. */
  tooSmall: {
    strokes: 'À la taille choisie, plus de 5 % des traits feraient moins de 0,3 mm.',
    dots: 'À la taille choisie, plus de 5 % des points feraient moins de 0,3 mm.',
  },
  drawing: (subject: string, size: string) => `« ${subject} », ${size}`,
}
