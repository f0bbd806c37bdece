import type { Advice, Assessment, Deciding } from './assessment.ts'
import { decimal } from './printed-messages.ts'

/** A design's measures in words. The atelier, its PDF, the comparison and the page of a link say the same. */
export interface Figures {
  /** "95 % des traits font au moins 0,57 mm", or why there is no figure. */
  readonly lines: string
  readonly gaps: string
  /** "0,3 mm 45 % · 0,8 mm 55 %". Empty without lines. */
  readonly weights: string
  /** "au moins 14 cm" */
  readonly advised: string
  /** The reason for the advised size. Without one, what to do instead. */
  readonly reason: string
}

const deciding: Record<Deciding, string> = {
  lines: 'Ce sont les traits qui décident.',
  dots: 'Ce sont les points qui décident.',
  gaps: 'Ce sont les intervalles qui décident.',
  loops: 'Ce sont les boucles qui décident.',
  letters: 'Ce sont les lettres qui décident : 3 mm au moins.',
}

/** Thinner than this is no measure. */
const leastMm = 0.02

export function describeFigures({
  rule,
  assessment,
  advice,
}: {
  rule: 'strokes' | 'dots'
  assessment: Assessment
  advice: Advice
}): Figures {
  const { smallestLineMm, smallestGapMm, weights } = assessment
  const [strokes, none] = rule === 'dots' ? ['points', 'aucun point net'] : ['traits', 'aucun trait net']
  return {
    lines: atLeast(strokes, smallestLineMm) ?? `non mesurés : ${none}`,
    gaps: atLeast('intervalles', smallestGapMm) ?? 'non mesurés : aucun intervalle étroit',
    weights: weights.map(({ mm, share }) => `${decimal(mm, 1)}\u00a0mm ${decimal(100 * share, 0)}\u00a0%`).join(' · '),
    ...describeAdvice(advice, none),
  }
}

function atLeast(what: string, millimetres: number | null): string | null {
  return millimetres === null || millimetres < leastMm ? null : `95\u00a0% des ${what} font au moins ${decimal(millimetres, 2)}\u00a0mm`
}

function describeAdvice(advice: Advice, none: string): Pick<Figures, 'advised' | 'reason'> {
  switch (advice.kind) {
    case 'size': {
      const centimetres = decimal(advice.sizeMm / 10, advice.sizeMm % 10 === 0 ? 0 : 1)
      return { advised: `au moins ${centimetres}\u00a0cm`, reason: deciding[advice.decidedBy] }
    }
    case 'too-fine':
      return { advised: 'plus de 40\u00a0cm', reason: 'Trop de détails fins pour la peau : simplifiez le design.' }
    case 'unmeasured':
      return { advised: `non mesurée : ${none}`, reason: '' }
  }
}
