export const retouchMessages = {
  title: 'Retoucher',
  loading: 'Chargement du design...',
  back: 'Créer un design',
  retry: 'Réessayer',
  unexpected: 'Une erreur inattendue est survenue. Veuillez réessayer.',
  unsupported: 'Le service d’images configuré ne sait pas modifier un design. Il peut en créer d’autres.',
  design: (number: number | null, subject: string) => (number === null ? subject : `n° ${number} · ${subject}`),
  what: 'Que changer ?',
  whatHint: 'Ajoute une rose sous le loup',
  whatMissing: 'Écrivez ce qui doit changer.',
  starters: 'Pour commencer',
  kept: 'Le reste du design est gardé. Le résultat est une variation : l’original ne change pas.',
  submit: 'Retoucher',
  submitting: 'Retouche...',
  preview: 'Avant et après',
  before: 'Avant',
  after: 'Après',
  compare: 'Comparer avant et après',
  compareValue: (percent: number) => `${percent} % de l’original`,
  again: 'Retoucher ce résultat',
  atelier: 'Atelier',
}

/** Changes to start from. A click writes one into the field. */
export const starters = ['Plus simple', 'Traits plus épais', 'Plus de contraste']
