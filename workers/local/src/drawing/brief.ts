import {
  type Colour,
  type Location,
  locations,
  colours as palette,
  type StyleId,
  sizes,
} from '@encre/protocol/catalogue'
import { readLettering, splitExclusions } from './lettering.ts'
import { hash } from './random.ts'
import { type Found, findSubjects, splitPhrases } from './subjects/find-subjects.ts'
import { plain } from './words.ts'

export interface Brief {
  style: StyleId
  subjects: readonly Found[]
  /** What stands on a ribbon, in capitals: empty for a ribbon without words, null for no ribbon. */
  ribbon: string | null
  /**
   * The phrases of the subject that name what is drawn, and those that the engine does not
   * understand, as written.
   */
  read: readonly string[]
  unread: readonly string[]
  /** What the words exclude, as `plain` writes it: "sans couronne". */
  excluded: string
  colours: readonly string[]
  placement: Location
  centimetres: number
  /** Multiply the widths of lines and the amount of detail: 'Traits plus épais', 'Plus simple'. */
  boldness: number
  detail: number
  seed: number
}

const styleWords: Record<StyleId, RegExp> = {
  'animal-portrait': /portrait animalier|animal portrait|realis/,
  dotwork: /pointillis|dotwork|stippl|pointille/,
  watercolor: /aquarelle|watercolou?r/,
  minimalist: /minimalis|fine line|trait fin/,
  japanese: /japonais|japanese|irezumi/,
  geometric: /geometri|mandala|polygon/,
  traditional: /traditional|traditionnel|old school|american flash/,
}

const colourWords: Record<Colour, RegExp> = {
  '#000000': /\b(noire?s?|black)\b/,
  '#666666': /\b(grise?s?|gr[ae]y)\b/,
  '#0066cc': /\b(bleue?s?|blue)\b/,
  '#cc0000': /\b(rouges?|red)\b/,
  '#4c9900': /\b(verte?s?|green)\b/,
  '#7733cc': /\b(violette?s?|violets|mauves?|purple)\b/,
}

const placementWords: Record<Exclude<Location, 'custom'>, RegExp> = {
  arm: /\b(avant )?bras\b|\b(fore)?arm\b|poignet|wrist|manchette|sleeve/,
  leg: /jambe|mollet|cuisse|\bleg\b|calf|thigh|cheville|ankle/,
  back: /\bdos\b|\bback\b|omoplate|nuque/,
  chest: /poitrine|torse|chest|sternum|clavicule/,
  shoulder: /epaule|shoulder/,
}

const renderings = /\b(traits? plus (e|é)pais|plus de contraste|plus simple)\b/giu

/** Reads the product's prompt (see workers/generator) and, as well as it can, any other text. */
export function readBrief(prompt: string): Brief {
  // A retouch: the picture shows the subject already.
  const change = field(prompt, /\bchange:\s*(.*?)\s*\.\s+(?:draw it|keep everything)/is)
  const described =
    change ??
    field(prompt, /subject:\s*(.*?)\s*\.\s+use (?:these|black) ink/is) ??
    field(prompt, /subject:\s*([^.\n]+)/i) ??
    prompt
  const { wanted: subject, excluded } = splitExclusions(described)
  const size = field(prompt, /(?:tattoo )?size:\s*([^\n]+?)(?:\.\s|$)/i) ?? ''
  const lettering = readLettering(subject)
  const subjects = findSubjects(lettering?.rest ?? subject)
  const placement = field(prompt, /placement:\s*([^\n]+?)(?:\.\s|$)/i) ?? prompt
  const colours = readColours(prompt)
  return {
    style:
      firstMatch(styleWords, plain(field(prompt, /create an? (.*?) tattoo design/is) ?? prompt)) ??
      'traditional',
    subjects,
    ribbon: lettering?.text ?? null,
    ...splitPhrases((lettering?.rest ?? subject).replace(renderings, ''), (word) =>
      isChosen(word, colours),
    ),
    excluded,
    boldness: /\b(traits? plus (e|é)pais|plus de contraste)\b/iu.test(subject) ? 1.6 : 1,
    detail: /\bplus simple\b/i.test(subject) ? 0.5 : 1,
    colours,
    placement: firstMatch(placementWords, plain(placement)) ?? labelled(placement) ?? 'custom',
    centimetres: readCentimetres(size),
    seed: hash(prompt.normalize('NFC')),
  }
}

function field(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null
}

function firstMatch<Name extends string>(table: Record<Name, RegExp>, text: string): Name | null {
  return matches(table, text)[0] ?? null
}

function matches<Name extends string>(table: Record<Name, RegExp>, text: string): Name[] {
  const names = Object.keys(table) as Name[]
  return names.filter((name) => table[name].test(text))
}

function labelled(text: string): Location | null {
  return locations.find((location) => plain(location.label) === plain(text))?.value ?? null
}

function readColours(prompt: string): string[] {
  const chosen = new Set(findColours(prompt))
  const colours = [...chosen].sort((one, other) => luminance(one) - luminance(other))
  return colours.length > 0 ? colours : [palette[0].hex]
}

/** The colours that a prompt gives as codes, else those that it names. */
function findColours(prompt: string): string[] {
  const hexes = [...prompt.matchAll(/#[0-9a-f]{6}\b/gi)].map((match) => match[0].toLowerCase())
  if (hexes.length > 0) return hexes
  if (/use black ink/i.test(prompt)) return []
  return matches(colourWords, plain(prompt))
}

function isChosen(word: string, colours: readonly string[]): boolean {
  return matches(colourWords, word).some((hex) => colours.includes(hex))
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return 0.2126 * (value >> 16) + 0.7152 * ((value >> 8) & 255) + 0.0722 * (value & 255)
}

function readCentimetres(text: string): number {
  const known = sizes.find(
    (size) =>
      size.centimetres !== null &&
      (plain(text).startsWith(plain(size.label)) || plain(text).startsWith(size.value)),
  )
  if (known?.centimetres) return known.centimetres
  const numbers = [...text.matchAll(/(\d+(?:[.,]\d+)?)\s*(mm)?/g)].map(
    (match) => Number(match[1]?.replace(',', '.')) / (match[2] ? 10 : 1),
  )
  const largest = Math.max(0, ...numbers)
  return largest > 0 ? Math.min(60, Math.max(2, largest)) : 12.5
}
