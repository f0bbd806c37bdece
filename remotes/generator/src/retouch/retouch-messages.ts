export const retouchMessages = {
  title: 'Retoucher',
  back: 'Créer un design',
  unsupported:
    'Le service d’images configuré ne sait pas modifier un design. Il peut en créer d’autres.',
  design: (number: number | null, subject: string) =>
    number === null ? subject : `n° ${number} · ${subject}`,
  what: 'Que changer ?',
  whatHint: 'Ajoute une rose sous le loup',
  whatMissing: 'Écrivez ce qui doit changer.',
  starters: 'Pour commencer',
  where: 'Où changer ?',
  everywhere: 'Partout',
  here: 'Seulement ici',
  tool: 'Outil',
  brush: 'Pinceau',
  eraser: 'Gomme',
  brushWidth: 'Épaisseur',
  undo: 'Annuler le trait',
  clear: 'Tout effacer',
  region: 'Partie à changer',
  regionHint:
    'Peignez la partie à changer, au doigt, au stylet ou à la souris. Le reste garde ses pixels.',
  regionKeys:
    'Au clavier, les flèches placent un rectangle, Maj et les flèches changent sa taille, Suppr l’enlève.',
  rectangle: ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
    `Rectangle de ${percent(x)} à ${percent(x + width)} en largeur, de ${percent(y)} à ${percent(y + height)} en hauteur`,
  maskFailed: 'Votre navigateur ne permet pas de choisir une partie. Changez tout le design.',
  kept: 'Le reste du design est gardé. Le résultat est une variation : l’original ne change pas.',
  submitting: 'Retouche...',
  preview: 'Avant et après',
  before: 'Avant',
  after: 'Après',
  compare: 'Comparer avant et après',
  compareValue: (percent: number) => `${percent} % de l’original`,
  again: 'Retoucher ce résultat',
  original: 'Revenir à l’original',
}

const percent = (share: number) => `${Math.round(100 * share)} %`

export const starters = ['Plus simple', 'Traits plus épais', 'Plus de contraste']
