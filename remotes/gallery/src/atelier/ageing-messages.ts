import type { StyleId } from '@encre/protocol/catalogue'

const plural = new Intl.PluralRules('fr')

/** What the measures of a style leave out. */
const unmeasured: Record<StyleId, string | null> = {
  geometric: null,
  'animal-portrait': null,
  dotwork: null,
  traditional: null,
  japanese: null,
  minimalist: null,
  watercolor: 'Les lavis ne sont pas mesurés.',
}

export const ageingMessages = {
  measuring: 'Mesure des traits...',
  ageing: 'Simulation...',
  recommended: (size: string) => `Taille conseillée : ${size}`,
  take: 'Prendre cette taille',
  isTaken: 'La taille choisie suffit.',
  findings: {
    strokes: {
      thin: 'Traits fins (moins de 0,3 mm)',
      closing: 'Intervalles qui se ferment (moins de 0,5 mm)',
      filling: 'Boucles qui se bouchent',
    },
    dots: {
      thin: 'Points fins (points de moins de 0,3 mm)',
      closing: 'Intervalles qui se ferment (moins de 0,5 mm)',
      filling: 'Boucles qui se bouchent',
    },
  },
  whole: {
    strokes: { thin: 'des traits', closing: 'des traits', filling: 'des boucles' },
    dots: { thin: 'des points', closing: 'des points', filling: 'des boucles' },
  },
  share: (share: number, whole: string) => {
    if (share === 0) return 'aucun'
    const percent = Math.round(100 * share)
    return percent === 0 ? `moins de 1 % ${whole}` : `${percent} % ${whole}`
  },
  places: (number: number) => (plural.select(number) === 'one' ? `${number} endroit` : `${number} endroits`),
  place: (x: string, y: string) => `à ${x} cm de la gauche, ${y} cm du haut`,
  unmeasured,
  in: 'Dans',
  years: (years: number) => (years === 0 ? 'Aujourd’hui' : `${years} ans`),
  compare: 'Maintenir pour voir aujourd’hui',
  indicative: 'Simulation indicative : 1 mm devient environ 1,5 mm en dix ans. La peau, le soleil et la main comptent davantage.',
  drawingIn: (subject: string, years: number) => (years === 0 ? `« ${subject} » aujourd’hui` : `« ${subject} » dans ${years} ans, simulé`),
}
