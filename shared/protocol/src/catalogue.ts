/** The choices of a design: ids, words and limits from the specification, sections 3 and 9. */

export interface Style {
  id: string
  name: string
  description: string
  /** Three or four; the style picker shows the first two. */
  examples: readonly [string, string, ...string[]]
}

export const styles = [
  {
    id: 'geometric',
    name: 'Géométrique',
    description:
      'Compositions de lignes nettes et de formes symétriques, du mandala à la géométrie sacrée, tracées avec une précision millimétrée.',
    examples: ['Mandala', 'Géométrie sacrée', 'Symétrie', 'Polygones'],
  },
  {
    id: 'animal-portrait',
    name: 'Portrait Animalier',
    description:
      "Portraits d'animaux réalistes, en noir et gris ou en couleur, où le clair-obscur donne du volume au pelage et de l'intensité au regard.",
    examples: ['Réalisme noir et gris', 'Loup', 'Lion', 'Rapace'],
  },
  {
    id: 'dotwork',
    name: 'Pointillisme',
    description: "Motifs construits point par point : la densité des points crée ombres, volumes et dégradés, à la manière d'une gravure.",
    examples: ['Dotwork', 'Ombrage par points', 'Gravure', 'Noir et gris'],
  },
  {
    id: 'traditional',
    name: 'Traditionnel',
    description: 'Old school américain : contours noirs épais, aplats de couleurs franches, peu de nuances et motifs hérités des marins.',
    examples: ['Old school', 'Ancre', 'Hirondelle', 'Rose et poignard'],
  },
  {
    id: 'japanese',
    name: 'Japonais',
    description: "Inspiré de l'irezumi : dragons, carpes koï, masques et pivoines portés par un fond de vagues, de nuages et de vent.",
    examples: ['Irezumi', 'Carpe koï', 'Dragon', 'Masque hannya'],
  },
  {
    id: 'minimalist',
    name: 'Minimaliste',
    description: "Motifs épurés et discrets, tracés au trait fin, avec peu ou pas d'ombrage : l'essentiel, en petit format.",
    examples: ['Fine line', 'Trait fin', 'Petit format', 'Ligne continue'],
  },
  {
    id: 'watercolor',
    name: 'Aquarelle',
    description:
      'Couleurs diluées, transparences, taches et éclaboussures comme une peinture posée sur la peau, souvent sans contour marqué.',
    examples: ['Taches de couleur', 'Éclaboussures', 'Dégradés', 'Transparence'],
  },
] as const satisfies readonly Style[]

/** `centimetres` is what rulers and prompts use: the middle of the range, or null where the member says it. */
export const sizes = [
  { value: 'small', label: 'Petit', description: '5-8 cm', centimetres: 6.5 },
  { value: 'medium', label: 'Moyen', description: '10-15 cm', centimetres: 12.5 },
  { value: 'large', label: 'Grand', description: '18+ cm', centimetres: 18 },
  { value: 'custom', label: 'Personnalisé', description: 'Précisez la taille', centimetres: null },
] as const

export const locations = [
  { value: 'arm', label: 'Bras' },
  { value: 'leg', label: 'Jambe' },
  { value: 'back', label: 'Dos' },
  { value: 'chest', label: 'Poitrine' },
  { value: 'shoulder', label: 'Épaule' },
  { value: 'custom', label: 'Autre' },
] as const

export const colours = [
  { hex: '#000000', label: 'Black' },
  { hex: '#666666', label: 'Gray' },
  { hex: '#0066cc', label: 'Blue' },
  { hex: '#cc0000', label: 'Red' },
  { hex: '#4c9900', label: 'Green' },
  { hex: '#7733cc', label: 'Purple' },
] as const

export type StyleId = (typeof styles)[number]['id']
export type Size = (typeof sizes)[number]['value']
export type Location = (typeof locations)[number]['value']
export type Colour = (typeof colours)[number]['hex']

/** A chosen size or location as a person reads it; what they typed where they chose 'custom'. An unknown value stays as it is. */
export function sizeLabel(value: string, detail: string | null): string {
  return detail ?? sizes.find((size) => size.value === value)?.label ?? value
}
export function locationLabel(value: string, detail: string | null): string {
  return detail ?? locations.find((location) => location.value === value)?.label ?? value
}
export function styleName(id: string): string {
  return styles.find((style) => style.id === id)?.name ?? id
}
export function colourLabel(hex: string): string {
  return colours.find((colour) => colour.hex === hex)?.label ?? hex
}

/** Characters of a description; providers accept more, a tattoo needs less. */
export const descriptionLimit = 1000
/** Characters of what a member types for Personnalisé and Autre: 1 to 60, one line. */
export const detailLimit = 60
/** Bytes of a reference image. */
export const referenceLimit = 10 * 1024 * 1024
export const minimumPasswordLength = 6
/** More designs than this make a 'Pro User'. */
export const proThreshold = 10
