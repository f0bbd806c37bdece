import type { DesignChoices } from './design.ts'

// The catalogue of design options: ids, labels and limits from the specification, sections 3 and 9.

/** A tattoo style. `name`, `description` and `examples` are in French. */
export interface Style {
  id: string
  name: string
  description: string
  /** Three or four; the style picker shows the first two. */
  examples: readonly [string, string, ...string[]]
}

/** All styles, in the order of the style picker. */
export const styles = [
  {
    id: 'geometric',
    name: 'Géométrique',
    description:
      'Lignes nettes et formes symétriques, du mandala à la géométrie sacrée, au millimètre près.',
    examples: ['Mandala', 'Géométrie sacrée', 'Symétrie', 'Polygones'],
  },
  {
    id: 'animal-portrait',
    name: 'Portrait Animalier',
    description:
      'Animaux réalistes, en gris ou en couleur : le clair-obscur donne son volume au pelage.',
    examples: ['Réalisme noir et gris', 'Loup', 'Lion', 'Rapace'],
  },
  {
    id: 'dotwork',
    name: 'Pointillisme',
    description:
      'Motifs construits point par point : leur densité crée ombres et volumes, comme en gravure.',
    examples: ['Dotwork', 'Ombrage par points', 'Gravure', 'Noir et gris'],
  },
  {
    id: 'traditional',
    name: 'Traditionnel',
    description:
      'Old school américain : contours noirs épais, aplats francs et motifs hérités des marins.',
    examples: ['Old school', 'Ancre', 'Hirondelle', 'Rose et poignard'],
  },
  {
    id: 'japanese',
    name: 'Japonais',
    description:
      'Inspiré de l’irezumi : dragons, carpes koï et pivoines sur un fond de vagues et de vent.',
    examples: ['Irezumi', 'Carpe koï', 'Dragon', 'Masque hannya'],
  },
  {
    id: 'minimalist',
    name: 'Minimaliste',
    description:
      'Motifs épurés et discrets, au trait fin, avec peu ou pas d’ombrage : l’essentiel, en petit.',
    examples: ['Fine line', 'Trait fin', 'Petit format', 'Ligne continue'],
  },
  {
    id: 'watercolor',
    name: 'Aquarelle',
    description:
      'Couleurs diluées, taches et éclaboussures posées sur la peau, souvent sans contour marqué.',
    examples: ['Taches de couleur', 'Éclaboussures', 'Dégradés', 'Transparence'],
  },
] as const satisfies readonly Style[]

/**
 * All sizes. `centimetres` is the middle of the range, for rulers and prompts; null where the
 * member types the size.
 */
export const sizes = [
  { value: 'small', label: 'Petit', description: '5-8 cm', centimetres: 6.5 },
  { value: 'medium', label: 'Moyen', description: '10-15 cm', centimetres: 12.5 },
  { value: 'large', label: 'Grand', description: '18+ cm', centimetres: 18 },
  { value: 'custom', label: 'Personnalisé', description: 'Précisez la taille', centimetres: null },
] as const

/** Body placements. */
export const locations = [
  { value: 'arm', label: 'Bras' },
  { value: 'leg', label: 'Jambe' },
  { value: 'back', label: 'Dos' },
  { value: 'chest', label: 'Poitrine' },
  { value: 'shoulder', label: 'Épaule' },
  { value: 'custom', label: 'Autre' },
] as const

/** Ink colours, with their names in English as in the specification. */
export const colours = [
  { hex: '#000000', label: 'Black' },
  { hex: '#666666', label: 'Gray' },
  { hex: '#0066cc', label: 'Blue' },
  { hex: '#cc0000', label: 'Red' },
  { hex: '#4c9900', label: 'Green' },
  { hex: '#7733cc', label: 'Purple' },
] as const

/** The id of a style of the catalogue. */
export type StyleId = (typeof styles)[number]['id']
/** The value of a placement. */
export type Location = (typeof locations)[number]['value']
/** A colour of the catalogue, `#rrggbb`. */
export type Colour = (typeof colours)[number]['hex']

/** The label of a size: the member's text for 'custom', the value itself for an unknown size. */
export function sizeLabel({
  size,
  sizeDetail,
}: Pick<DesignChoices, 'size' | 'sizeDetail'>): string {
  return sizeDetail ?? sizes.find(({ value }) => value === size)?.label ?? size
}

/**
 * The label of a placement: the member's text for 'custom', the value itself for an unknown
 * placement.
 */
export function locationLabel({
  placement,
  placementDetail,
}: Pick<DesignChoices, 'placement' | 'placementDetail'>): string {
  return placementDetail ?? locations.find(({ value }) => value === placement)?.label ?? placement
}

const inWords: Record<(typeof styles)['length'], string> = { 7: 'sept' }
/** How many styles there are, in French words. */
export const stylesInWords = inWords[7]

/** The entry of a style, or undefined for an unknown style. */
export function ofStyle<Value>(table: Record<StyleId, Value>, id: string): Value | undefined {
  return Object.hasOwn(table, id) ? table[id as StyleId] : undefined
}

/** The French name of a style, or the id itself for an unknown style. */
export function styleName(id: string): string {
  return styles.find((style) => style.id === id)?.name ?? id
}

/** The English name of a colour, or the hex value itself for an unknown colour. */
export function colourLabel(hex: string): string {
  return colours.find((colour) => colour.hex === hex)?.label ?? hex
}

/**
 * The words of each choice, in the order of a line. Null: it stands in the words of another choice,
 * or pages show it without words.
 */
export const choiceWords: Record<
  keyof DesignChoices,
  ((choices: DesignChoices) => string | null) | null
> = {
  style: ({ style }) => styleName(style),
  size: sizeLabel,
  sizeDetail: null,
  placement: locationLabel,
  placementDetail: null,
  colors: null,
  format: null,
}

/** A design's choices in one line: 'Traditionnel · Moyen · Bras'. */
export function describeChoices(choices: DesignChoices, words = choiceWords): string {
  return Object.values(words)
    .map((word) => word?.(choices))
    .filter(Boolean)
    .join(' · ')
}

/** The longest description, in characters. Providers accept longer ones. */
export const descriptionLimit = 1000
/** The longest custom size or placement, in characters. It is one line. */
export const detailLimit = 60
/** The largest reference image, in bytes. */
export const referenceLimit = 10 * 1024 * 1024
/** The shortest password, in characters. */
export const minimumPasswordLength = 6
/** Auth0 hashes passwords with bcrypt, which reads no more bytes. */
export const maximumPasswordBytes = 72
/** A member with more designs than this is a 'Pro User'. */
export const proThreshold = 10
