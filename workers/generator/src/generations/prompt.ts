import { type Format, formatOf } from '@encre/picture/formats'
import { colourLabel, ofStyle, type StyleId, sizes, styleName } from '@encre/protocol/catalogue'
import type { DesignChoices } from '@encre/protocol/design'
import { centimetresOf } from '@encre/protocol/ink-size'
import type { GenerationRequest } from '../contract.ts'

// The words that the provider receives. `run-steps.ts` builds them for each call; size, format and
// background are `providers/provider.ts`.

const styleGuidance: Record<StyleId, string> = {
  geometric: 'Geometric style: perfect symmetry, crisp lines, sacred geometry',
  'animal-portrait':
    'Animal portrait style: realistic animal portrait, expressive eyes, structured fur texture, smooth black-and-grey shading',
  dotwork: 'Dotwork style: stippled dotwork shading, gradients made only of dots, no smooth grey',
  traditional:
    'American traditional style: bold black outlines, flat limited palette, classic American flash',
  japanese:
    'Japanese irezumi style: bold composition, bold outlines, waves, wind bars and clouds as background',
  minimalist: 'Minimalist style: fine lines, minimal detail, generous negative space, no shading',
  watercolor:
    'Watercolor style: translucent colour washes, soft bleeds and splashes, minimal outlines',
}

/** What tattooers miss most in designs that AI made. A minimalist style has one weight. */
const lineWeights: Record<StyleId, string> = {
  geometric: 'two line weights, a heavier outline and finer inner lines',
  'animal-portrait': 'three line weights: outline, features, a few fine hairs',
  dotwork: 'two line weights for the contours, separate round dots for all shading',
  traditional: 'three line weights: bold outline, medium inner lines, few fine details',
  japanese: 'three line weights: bold outline, medium inner lines, fine background lines',
  minimalist: 'one line weight throughout',
  watercolor: 'two line weights, with a clear edge around each wash',
}

/** On fewer centimetres details close, and lines run into each other. */
const smallCentimetres = 8
const leastGapMm = 1

function lineSentence({ style, size, sizeDetail }: GenerationRequest): string {
  const weights = ofStyle(lineWeights, style) ?? 'two or three line weights'
  const centimetres = centimetresOf(size, sizeDetail ?? null)
  const isSmall = centimetres !== null && centimetres <= smallCentimetres
  const details = isSmall ? 'Few details: only those that read at this size. ' : ''
  return `${details}Lines: ${weights}, at least ${leastGapMm} mm of room between lines at the real size.`
}

const lettering =
  /[«»“”"]|(?<![\p{L}\p{N}])(pr[ée]noms?|noms?|dates?|textes?|mots?|lettres?|lettrages?|initiales?|monogrammes?|inscriptions?|phrases?|citations?|devises?|calligraphies?|[ée]crit(e|s|es|ure|ures)?|chiffres?|num[ée]ros?|names?|texts?|words?|letters?|lettering|initials?|quotes?|mottos?|numbers?|numerals?|written)(?![\p{L}\p{N}])/iu

const quality = (background: string, hasLettering: boolean) =>
  'High-quality tattoo flash: clean confident linework, high contrast, intentional negative space, balanced ' +
  'composition that stays readable at the real size. Single design, centered, ' +
  `isolated on a ${background} background, stencil-ready. ` +
  `No skin, no body part, no mockup, no text${hasLettering ? ' other than the lettering of the subject' : ''}, no watermark, no frame.`

const formatSentences: Record<Format, string | null> = {
  square: null,
  portrait: 'Composition: upright, fills a 2:3 portrait sheet.',
  landscape: 'Composition: wide, fills a 3:2 landscape sheet.',
  band: 'Composition: tall and narrow, fills a 1:3 band along a forearm.',
}

/**
 * What the provider reads of each choice, in this order. Null: another choice's sentence has it.
 */
const choiceSentences: Record<
  keyof DesignChoices,
  ((request: GenerationRequest) => string | null) | null
> = {
  colors: ({ colors }) => inkSentence(colors),
  size: (request) => `Tattoo size: ${sizeWords(request)}.`,
  sizeDetail: null,
  placement: ({ placement, placementDetail }) =>
    `Placement: ${placement === 'custom' ? oneLine(placementDetail ?? '') : placement}.`,
  placementDetail: null,
  format: ({ format }) => formatSentences[formatOf(format).value],
  style: ({ style }) => `${ofStyle(styleGuidance, style) ?? styleName(style)}.`,
}

/**
 * The specification's sentences (section 7, "Prompt construction"). `retouched`: the subject of the
 * design that a retouch changes.
 */
export function buildPrompt(
  request: GenerationRequest,
  transparent: boolean,
  retouched: string | null = null,
): string {
  const words = oneLine(request.description)
  const style = styleName(request.style).toLocaleLowerCase('fr')
  return [
    retouched === null
      ? `Create a ${style} tattoo design.`
      : `Edit the attached image, a ${style} tattoo design.`,
    `Subject: ${sentence(retouched ?? words)}`,
    ...Object.values(choiceSentences).flatMap((sentenceOf) => sentenceOf?.(request) ?? []),
    lineSentence(request),
    ...imageSentences(request, words),
    quality(transparent ? 'transparent' : 'plain white', lettering.test(`${retouched} ${words}`)),
  ].join(' ')
}

function imageSentences(
  { referenceId, parentAsReference, retouch, maskId }: GenerationRequest,
  words: string,
): string[] {
  if (retouch) {
    const where = maskId ? 'Draw it in the transparent part of the mask. ' : ''
    return [
      `Change: ${sentence(words)} ${where}Keep everything else unchanged: subject, composition, lines, colors and background.`,
    ]
  }
  if (!referenceId && !parentAsReference) return []
  return [
    'Take the attached image as a reference for the subject and its composition, redrawn in this style.',
  ]
}

/**
 * Puts a member's text on one line and removes control characters, including those that reorder or
 * hide text.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}\u200b\ufeff\s]+/gu, ' ').trim()
}

function sentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`
}

function inkSentence(colors: readonly string[]): string {
  if (colors.length === 0) return 'Use black ink.'
  return `Use these ink colors: ${colors.map((hex) => `${colourLabel(hex).toLowerCase()} (${hex})`).join(', ')}.`
}

function sizeWords({ size, sizeDetail }: GenerationRequest): string {
  if (size === 'custom') return oneLine(sizeDetail ?? '')
  return `${size} (${sizes.find(({ value }) => value === size)?.description})`
}
