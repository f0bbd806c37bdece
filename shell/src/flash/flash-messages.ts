import { type StyleId, stylesInWords } from '@encre/protocol/catalogue'

/** Each style's name, and what its design shows. */
const designs: Record<StyleId, readonly [name: string, subject: string]> = {
  geometric: ['Géométrique', 'Un hibou'],
  'animal-portrait': ['Portrait Animalier', 'Un loup'],
  dotwork: ['Pointillisme', 'Un crâne'],
  traditional: ['Traditionnel', 'Une hirondelle'],
  japanese: ['Japonais', 'Une carpe koï'],
  minimalist: ['Minimaliste', 'Un voilier'],
  watercolor: ['Aquarelle', 'Un papillon'],
}

/** The sentences of the home page below its first screen, in a chunk of their own. */
export const flashMessages = {
  flash: `${stylesInWords.replace(/^./, (letter) => letter.toUpperCase())} styles, une planche`,
  flashLabel: 'Exemples dessinés sans IA, par le dessinateur local d’Encre.',
  designs,
  leaves: 'Ce que vous emportez',
  stencil: { title: 'Le calque', text: 'Le contour du design à sa taille exacte : un calque d’essai, à montrer à votre tatoueur.' },
  sheet: { title: 'La fiche', text: 'Une page pour votre tatoueur : le design, ses dimensions, ses couleurs et vos notes.' },
  promise: 'De quoi parler tout de suite du même dessin avec votre tatoueur.',
}
