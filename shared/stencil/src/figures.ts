import type { Advice, Assessment, Deciding, Finding } from './assessment.ts'
import { decimal } from './printed-messages.ts'

/** A stencil's measures in words. The atelier, its PDF and the page of a link say the same. */
export interface Figures {
  /** "2 % à moins de 0,3 mm", or why there is no figure. */
  readonly lines: string
  /** "2 % des intervalles à moins de 0,5 mm" */
  readonly gaps: string
  readonly loops: string
  /** "0,3 mm 45 % · 0,8 mm 50 % · 5 % trop fin pour être mesuré ici". Empty without lines. */
  readonly weights: string
  /** "Sous 0,24 mm, cette image ne permet pas de mesurer." */
  readonly resolution: string
  /** "au moins 14 cm · 18 % trop fin pour être mesuré ici" */
  readonly advised: string
  /** The reason for the advised size. Without one, what to do instead. */
  readonly reason: string
  /** "la boucle du « e » décide", instead of a reason. Empty where no single letter does. */
  readonly letter: string
}

const deciding: Record<Deciding, string> = {
  lines: 'Ce sont les traits qui décident.',
  dots: 'Ce sont les points qui décident.',
  gaps: 'Ce sont les intervalles qui décident.',
  loops: 'Ce sont les boucles qui décident.',
  letters: 'Ce sont les lettres qui décident\u00a0: 3 mm au moins.',
}

/** What of a letter decides. No single letter is the lowest. */
const decidingPart: Record<Deciding, string> = {
  lines: 'le trait',
  dots: 'le point',
  gaps: 'l’intervalle',
  loops: 'la boucle',
  letters: 'la hauteur',
}

export function describeFigures({
  rule,
  assessment,
  advice,
}: {
  rule: 'strokes' | 'dots'
  assessment: Assessment
  advice: Advice
}): Figures {
  const { thin, closing, filling, resolvedMm, weights, unweighed } = assessment
  const none = rule === 'dots' ? 'aucun point net' : 'aucun trait net'
  return {
    lines: describeShare(thin, 'aucun', 'à moins de 0,3\u00a0mm') ?? `non mesurés\u00a0: ${none}`,
    gaps:
      describeShare(closing, 'aucun', 'des intervalles à moins de 0,5\u00a0mm') ??
      'aucun intervalle étroit',
    loops: describeShare(filling, 'aucune', 'à moins de 0,5\u00a0mm') ?? 'aucune boucle',
    weights: [
      ...weights.map(
        ({ mm, share }) => `${decimal(mm, 1)}\u00a0mm ${decimal(100 * share, 0)}\u00a0%`,
      ),
      ...sayUnknown(unweighed),
    ].join(' · '),
    resolution: `Sous ${decimal(resolvedMm, 2)}\u00a0mm, cette image ne permet pas de mesurer.`,
    ...describeAdvice(advice, none),
  }
}

/** "au moins 9 cm (la boucle du « e » décide)" */
export function adviceOf({ advised, letter }: Figures): string {
  return letter ? `${advised} (${letter})` : advised
}

/** Null where there is nothing of its kind. `narrow` follows a share: "à moins de 0,3 mm". */
function describeShare(
  { isAny, share, unknown }: Finding,
  none: string,
  narrow: string,
): string | null {
  if (!isAny) return null
  const known = `${share === 0 ? none : percentOf(share)} ${narrow}`
  return unknown === 0 ? known : `${known}, ${percentOf(unknown)} trop fins pour être mesurés`
}

/** "18 % trop fin pour être mesuré ici", unless it is less than 1 %. */
function sayUnknown(share: number): string[] {
  return share < 0.005 ? [] : [`${percentOf(share)} trop fin pour être mesuré ici`]
}

/** "12 %", or "moins de 1 %". */
export function percentOf(share: number): string {
  return share < 0.005 ? 'moins de 1\u00a0%' : `${decimal(100 * share, 0)}\u00a0%`
}

function describeAdvice(
  advice: Advice,
  none: string,
): Pick<Figures, 'advised' | 'reason' | 'letter'> {
  switch (advice.kind) {
    case 'size': {
      const centimetres = decimal(advice.sizeMm / 10, advice.sizeMm % 10 === 0 ? 0 : 1)
      const advised = [`au moins ${centimetres}\u00a0cm`, ...sayUnknown(advice.unknown)].join(' · ')
      const { decidedBy, letter } = advice
      return letter === null
        ? { advised, reason: deciding[decidedBy], letter: '' }
        : {
            advised,
            reason: '',
            letter: `${decidingPart[decidedBy]} du «\u00a0${letter}\u00a0» décide`,
          }
    }
    case 'too-fine':
      return {
        advised: ['plus de 40\u00a0cm', ...sayUnknown(advice.unknown)].join(' · '),
        reason: 'Trop de détails fins pour la peau\u00a0: simplifiez le design.',
        letter: '',
      }
    case 'unmeasured':
      return { advised: `non mesurée\u00a0: ${none}`, reason: '', letter: '' }
  }
}
